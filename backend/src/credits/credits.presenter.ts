import type { CreditBalance, CreditPackage, CreditTransaction } from '@flyerdeck/contracts';
import type { BalanceRow, PackageRow, TransactionRow } from './credits.query.ts';

export const presentBalance = (row: BalanceRow): CreditBalance => ({
  credits_balance: row.credits_balance,
  total_credits_purchased: row.credits_purchased,
  total_credits_spent: row.credits_spent,
});

export const presentTransaction = (row: TransactionRow): CreditTransaction => ({
  id: row.id,
  transaction_type: row.transaction_type,
  description: row.description,
  amount: row.amount,
  ...(row.page_guid ? { page_guid: row.page_guid } : {}),
  created_at: row.created_at.toISOString(),
});

export const presentPackage = (row: PackageRow): CreditPackage => ({ ...row, price_usd: Number(row.price_usd) });
