import type { CreditBalance, CreditTransaction, CreditPackage as WirePackage } from '@flyerdeck/contracts';
import type { CreditPackage } from './creditPackage.entity.ts';
import type { BalanceRow, TransactionRow } from './credits.query.ts';

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

export const presentPackage = (offer: CreditPackage): WirePackage => ({
  id: offer.id,
  name: offer.name,
  price_usd: Number(offer.priceUsd),
  total_credits: offer.totalCredits,
  bonus_credits: offer.bonusCredits,
});
