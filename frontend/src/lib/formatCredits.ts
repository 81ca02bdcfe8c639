/** Credits in a short form: thousands as '1.0k' (spec section 9). */
export function formatCredits(credits: number): string {
  if (Math.abs(credits) < 1000) return String(credits);
  // Truncated, so that the text never shows more credits than there are.
  return `${(Math.trunc(credits / 100) / 10).toFixed(1)}k`;
}
