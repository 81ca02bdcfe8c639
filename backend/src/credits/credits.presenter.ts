import type { CreditTransaction, CreditPackage as WirePackage } from '@flyerdeck/contracts';
import type { CreditPackage } from './creditPackage.entity.ts';
import type { BookedTransaction } from './credits.query.ts';

export const presentTransaction = (entry: BookedTransaction): CreditTransaction => ({
  id: entry.id,
  transaction_type: entry.transactionType,
  description: entry.description,
  amount: entry.amount,
  ...(entry.pageGuid ? { page_guid: entry.pageGuid } : {}),
  created_at: entry.createdAt.toISOString(),
});

export const presentPackage = (offer: CreditPackage): WirePackage => ({
  id: offer.id,
  name: offer.name,
  price_usd: Number(offer.priceUsd),
  total_credits: offer.totalCredits,
  bonus_credits: offer.bonusCredits,
});
