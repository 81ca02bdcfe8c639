/** Credits for a tight place: thousands in a 1.0k style (spec section 9). */
export function formatCredits(credits: number): string {
  if (Math.abs(credits) < 1000) return String(credits);
  // Cut, not rounded: nobody should read more credits than there are.
  return `${(Math.trunc(credits / 100) / 10).toFixed(1)}k`;
}
