import type { TransactionType } from '@flyerdeck/contracts';
import { statementWithIsoTimes } from '../database/statement.ts';

export type LedgerRow = {
  id: string;
  transaction_type: TransactionType;
  description: string;
  amount: number;
  page_guid: string | null;
  page_name: string | null;
  posting_id: string | null;
  task_id: string | null;
  flyer: string | null;
  refund_of: string | null;
  refunded_entry_at: string | null;
  refunded_at: string | null;
  created_at: string;
};

/** `e` is the entry; LEDGER_JOINS adds the other tables. */
export const LEDGER_FIELDS = `e.id, e.transaction_type, e.description, e.amount, e.page_guid,
  page_name(g) AS page_name,
  e.posting_id, t.id AS task_id, left(t.description, calendar_description_length()) AS flyer,
  e.refund_of, refunded.created_at AS refunded_entry_at, refund.created_at AS refunded_at, e.created_at`;
export const LEDGER_JOINS = `LEFT JOIN pages g ON g.guid = e.page_guid
  LEFT JOIN page_postings p ON p.id = e.posting_id
  LEFT JOIN tasks t ON t.id = p.task_id
  LEFT JOIN credit_transactions refunded ON refunded.id = e.refund_of
  LEFT JOIN credit_transactions refund ON refund.refund_of = e.id`;

export const listLedger = statementWithIsoTimes<LedgerRow, [userId: string, limit: number]>(
  `WITH listed AS MATERIALIZED (
     SELECT seq FROM credit_transactions WHERE user_id = $1 ORDER BY seq DESC LIMIT $2
   )
   SELECT ${LEDGER_FIELDS}
   FROM listed JOIN credit_transactions e ON e.user_id = $1 AND e.seq = listed.seq ${LEDGER_JOINS}
   ORDER BY e.seq DESC`,
);
