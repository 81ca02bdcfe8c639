import { statement } from '../database/statement.ts';

export type BalanceRow = { credits_balance: number; credits_purchased: number; credits_spent: number };
export const findBalance = statement<BalanceRow, [string]>(
  'balance',
  'SELECT credits_balance, credits_purchased, credits_spent FROM users WHERE id = $1',
);

export type TransactionRow = {
  id: string;
  transaction_type: 'purchase' | 'spending' | 'bonus' | 'admin_adjustment' | 'refund';
  description: string;
  amount: number;
  page_guid: string | null;
  created_at: Date;
};
export const listLedger = statement<TransactionRow, [string, number]>(
  'ledger',
  `SELECT id, transaction_type, description, amount, page_guid, created_at
   FROM credit_transactions WHERE user_id = $1 ORDER BY seq DESC LIMIT $2`,
);

export type PackageRow = { id: string; name: string; price_usd: string; total_credits: number; bonus_credits: number };
export const listPackageRows = statement<PackageRow, []>(
  'packages',
  'SELECT id, name, price_usd, total_credits, bonus_credits FROM credit_packages ORDER BY position',
);
