export const PAGE_DAY_CREDITS = 10;
export const PAGE_DAY_HOURS = 24;
export const WELCOME_BONUS_CREDITS = 150;
/** For each page in PAGE_DAY_HOURS. */
export const MAX_REFUNDS_AFTER_SUBMITTING = 3;
export const MAX_ADJUSTMENT_CREDITS = 1_000_000;
/** In either direction. */
export const ADJUSTMENT_CONFIRMED_ABOVE_CREDITS = 10_000;
export const MAX_ADJUSTMENT_DESCRIPTION_LENGTH = 500;
export const BALANCE_EXCELLENT_FROM_CREDITS = 100;
export const BALANCE_GOOD_FROM_CREDITS = 50;
export const TRANSACTIONS_FETCHED = 20;
export const TRANSACTIONS_SHOWN = 6;
export const LEDGER_PAGE_SIZE = 20;

/** With today. */
export const SPENDING_DAYS = 30;
export const SPENDING_SHOWN = 50;
export const SPENDING_BY = ['day', 'page', 'assistant'] as const;
export type SpendingBy = (typeof SPENDING_BY)[number];
export const CREDIT_OUTLOOK_DAYS = 7;

export const TRANSACTION_TYPE_LABELS = {
  purchase: 'Purchase',
  spending: 'Posting Fee',
  bonus: 'Bonus Credits',
  admin_adjustment: 'Admin Adjustment',
  refund: 'Refund',
} as const;
export type TransactionType = keyof typeof TRANSACTION_TYPE_LABELS;
export const TRANSACTION_TYPES = Object.keys(TRANSACTION_TYPE_LABELS) as TransactionType[];

export const ADJUSTMENT_TYPES = ['admin_adjustment', 'bonus', 'refund'] as const;

/** Smallest first; the third is the most popular. */
export const CREDIT_PACKAGES = [
  { id: 'mini', name: 'Mini', price_usd: 9.99, total_credits: 500, bonus_credits: 0 },
  { id: 'plus', name: 'Plus', price_usd: 27.99, total_credits: 1_500, bonus_credits: 0 },
  { id: 'basic', name: 'Basic', price_usd: 49.99, total_credits: 3_000, bonus_credits: 0 },
  { id: 'enterprise', name: 'Enterprise', price_usd: 199.99, total_credits: 16_500, bonus_credits: 1_500 },
];
