const NUMBERS = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** '850', '1k', '1.2M': for the axes of charts. */
export const formatCompact = (number: number): string => NUMBERS.format(number).replace('K', 'k');
