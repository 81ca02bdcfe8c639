import { LEDGER_PAGE_SIZE, SPENDING_DAYS, type TransactionType } from '@flyerdeck/contracts';
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

/** `e` is the entry, $2 a time zone, $3 a day or null. The comparison as text takes any text. */
export const RECENT_FEES = `e.posting_id IS NOT NULL
  AND e.created_at >= (date_trunc('day', now() AT TIME ZONE $2) - interval '${SPENDING_DAYS - 1} days') AT TIME ZONE $2
  AND ($3::text IS NULL OR to_char(e.created_at AT TIME ZONE $2, 'YYYY-MM-DD') = $3)`;

type Filter = [day: string | null, pageGuid: string | null, assistantId: string | null];

/** Without a filter all entries; otherwise recent fees. $6 is an entry; null for the newest. */
export const listLedgerPart = statementWithIsoTimes<
  LedgerRow,
  [userId: string, timeZone: string, ...Filter, before: string | null]
>(
  `WITH listed AS MATERIALIZED (
     SELECT e.seq FROM credit_transactions e
     -- Fails for an unknown time zone, also when no entry is compared.
     WHERE now() AT TIME ZONE $2 IS NOT NULL AND e.user_id = $1 AND ($6::uuid IS NULL OR e.seq < (SELECT seq FROM credit_transactions WHERE id = $6 AND user_id = $1))
       AND ($3::text IS NULL AND $4::uuid IS NULL AND $5::uuid IS NULL OR ${RECENT_FEES}
         AND ($4 IS NULL OR e.page_guid = $4)
         AND ($5 IS NULL OR EXISTS (SELECT FROM page_postings WHERE id = e.posting_id AND assistant_id = $5)))
     ORDER BY e.seq DESC LIMIT ${LEDGER_PAGE_SIZE}
   )
   SELECT ${LEDGER_FIELDS}
   FROM listed JOIN credit_transactions e ON e.user_id = $1 AND e.seq = listed.seq ${LEDGER_JOINS}
   ORDER BY e.seq DESC`,
);
