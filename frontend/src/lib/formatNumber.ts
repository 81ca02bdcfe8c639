const NUMBERS = new Intl.NumberFormat('en-US');

export const formatNumber = (number: number): string => NUMBERS.format(number);

/** '+150', '−1,000': with the minus sign U+2212. */
export const formatSigned = (number: number): string => `${number < 0 ? '−' : '+'}${formatNumber(Math.abs(number))}`;
