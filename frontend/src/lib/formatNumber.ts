const NUMBERS = new Intl.NumberFormat('en-US');

export const formatNumber = (number: number): string => NUMBERS.format(number);
