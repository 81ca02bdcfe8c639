const NUMBERS = new Intl.NumberFormat('en-US');

export const formatNumber = (number: number): string => NUMBERS.format(number);

/** '9,412'; an estimate as 'about 84 k' or 'about 1.0 M'. */
export function formatTotal(total: number, isEstimate: boolean): string {
  if (!isEstimate) return formatNumber(total);
  if (total >= 999_500) return `about ${(total / 1_000_000).toFixed(1)} M`;
  if (total >= 1_000) return `about ${Math.round(total / 1_000)} k`;
  return `about ${total}`;
}
