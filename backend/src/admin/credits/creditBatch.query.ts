import type { AdjustmentType, CreditBatchPreview } from '@flyerdeck/contracts';
import { MAX_BALANCE } from '../../credits/credits.query.ts';
import { personLabel } from '../../database/personLabel.ts';
import { isoTimeSql, sql } from '../../database/statement.ts';

/** `rows` is a JSON list of `BatchRow`. */
const ROWS = `json_to_recordset($1) AS r (line integer, telegram_id text, amount integer, description text)`;

/** The rows that cannot be booked, in the order of their lines. No user is in the file twice. */
export const findRefusedRows = sql<
  { line: number; telegram_id: string; reason: 'unknown' | 'below_zero' | 'too_many' },
  [rows: string]
>(
  `SELECT line, telegram_id, reason FROM (
     SELECT r.line, r.telegram_id, CASE WHEN u.id IS NULL THEN 'unknown' WHEN u.credits_balance::bigint + r.amount < 0 THEN 'below_zero'
       WHEN u.credits_balance::bigint + r.amount > ${MAX_BALANCE} THEN 'too_many' END AS reason
     FROM ${ROWS} LEFT JOIN users u ON u.telegram_id = r.telegram_id AND u.erased_at IS NULL
   ) checked WHERE reason IS NOT NULL ORDER BY line`,
);

type BookedBatch = NonNullable<CreditBatchPreview['booked_before']> & { rows_count: number; credits: number };

export const findBookedBatch = sql<BookedBatch, [file: string]>(
  `SELECT ${isoTimeSql('c.at')} AS at, coalesce(${personLabel('a')}, '') AS admin_name,
     (c.details ->> 'owners')::int AS rows_count, (c.details ->> 'amount')::float8 AS credits
   FROM audit_events c LEFT JOIN users a ON a.id = c.admin_id WHERE c.event = 'credits_batch' AND c.details ->> 'file' = $1`,
);

/**
 * Records the batch as an audit event. No row: the same rows were booked before. A concurrent transaction with the same file is
 * waited for.
 */
export const recordBatch = sql<
  { id: string },
  [adminId: string, file: string, type: AdjustmentType, credits: number, owners: number, description: string | null]
>(
  `INSERT INTO audit_events (admin_id, event, details)
   VALUES ($1, 'credits_batch', jsonb_strip_nulls(jsonb_build_object(
     'file', $2::text, 'transaction_type', $3::text, 'amount', $4::bigint, 'owners', $5::integer, 'description', $6::text)))
   ON CONFLICT ((details ->> 'file')) WHERE event = 'credits_batch' DO NOTHING RETURNING id`,
);

/** Locks the admin and the users of the rows in the order of their ids, as `lockAdminAndTarget` does. Returns the admin. */
export const lockAdminAndUsers = sql<{ isActive: boolean; isAdmin: boolean }, [rows: string, adminId: string]>(
  `WITH locked AS MATERIALIZED (
     SELECT u.id, u.is_active AS "isActive", u.is_admin AS "isAdmin" FROM users u
     WHERE u.id = $2::uuid OR u.telegram_id IN (SELECT r.telegram_id FROM ${ROWS}) ORDER BY u.id FOR NO KEY UPDATE
   )
   SELECT "isActive", "isAdmin" FROM locked WHERE id = $2::uuid`,
);

/** Changes the balances and adds a ledger entry for each row. The users are locked, and no row is refused. */
export const bookRows = sql<{ owner: string }, [rows: string, adminId: string, file: string, type: AdjustmentType]>(
  `WITH account AS (
     UPDATE users u SET credits_balance = u.credits_balance + r.amount
     FROM ${ROWS} WHERE u.telegram_id = r.telegram_id AND u.erased_at IS NULL
     RETURNING u.id, u.credits_balance, r.line, r.amount, r.description
   )
   INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description, admin_id, idempotency_key)
   SELECT id, $4, amount, credits_balance, description, $2::uuid, 'batch:' || $3::text || ':' || line FROM account
   ORDER BY line RETURNING user_id AS owner`,
);
