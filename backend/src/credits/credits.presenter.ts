import type { CreditTransaction } from '@flyerdeck/contracts';
import type { BookedTransaction } from './credits.query.ts';
import type { LedgerRow } from './ledger.query.ts';

export const presentTransaction = (entry: BookedTransaction): CreditTransaction => ({
  id: entry.id,
  transaction_type: entry.transactionType,
  description: entry.description,
  amount: entry.amount,
  ...(entry.pageGuid ? { page_guid: entry.pageGuid } : {}),
  created_at: entry.createdAt.toISOString(),
});

export const presentLedgerRow = ({
  page_guid,
  page_name,
  posting_id,
  task_id,
  flyer,
  refund_of,
  refunded_entry_at,
  refunded_at,
  ...entry
}: LedgerRow): CreditTransaction => ({
  ...entry,
  ...(page_guid && { page_guid, page_name: page_name ?? '' }),
  ...(posting_id && { posting: { id: posting_id, task_id: task_id ?? '', flyer: flyer ?? '' } }),
  ...(refund_of && { refund_of: { id: refund_of, created_at: refunded_entry_at ?? '' } }),
  ...(refunded_at && { refunded_at }),
});
