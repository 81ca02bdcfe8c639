const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** '$49.99' */
export const formatUsd = (amount: number): string => dollars.format(amount);
