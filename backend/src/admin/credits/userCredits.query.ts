import type { CreditUser, LedgerEntry } from '@flyerdeck/contracts';
import { statement, statementWithIsoTimes } from '../../database/statement.ts';
import { personLabel } from '../personSearch.query.ts';

export const findCreditUser = statementWithIsoTimes<CreditUser, [telegramId: string]>(
  `SELECT telegram_id, username, first_name, last_name, credits_balance, credits_purchased AS total_credits_purchased,
     credits_spent AS total_credits_spent, last_login_at AS last_login
   FROM users WHERE telegram_id = $1`,
);

export type LedgerRow = Omit<LedgerEntry, 'page_guid'> & { page_guid: string | null };

/** A page of a user's ledger, newest first. The index contains the order, so only the entries of the page are read. */
export const listLedgerRows = statementWithIsoTimes<LedgerRow, [userId: string, limit: number, offset: number]>(
  `WITH listed AS MATERIALIZED (
     SELECT seq FROM credit_transactions WHERE user_id = $1 ORDER BY seq DESC LIMIT $2 OFFSET $3
   )
   SELECT e.id, e.transaction_type, e.description, e.amount, e.balance_after, e.page_guid, e.created_at,
     a.telegram_id AS admin_telegram_id, coalesce(${personLabel('a')}, '') AS admin_name
   FROM listed JOIN credit_transactions e ON e.user_id = $1 AND e.seq = listed.seq LEFT JOIN users a ON a.id = e.admin_id
   ORDER BY e.seq DESC`,
);

export const countLedger = statement<{ total: number }, [userId: string]>(
  'SELECT count(*)::int AS total FROM credit_transactions WHERE user_id = $1',
);
