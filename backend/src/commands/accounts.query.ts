import { personMatches } from '../admin/userLists.query.ts';
import { sql } from '../database/statement.ts';

export const MAX_LISTED = 50;

/** At most one more than are shown. */
export const listAccounts = sql<
  {
    telegram_id: string;
    username: string;
    name: string;
    is_admin: boolean;
    is_active: boolean;
    credits_balance: number;
    pages: number;
    last_login_at: Date | null;
  },
  [pattern: string | null]
>(
  `SELECT u.telegram_id, u.username, trim(u.first_name || ' ' || u.last_name) AS name, u.is_admin, u.is_active,
     u.credits_balance, (SELECT count(*)::int FROM pages WHERE owner_id = u.id AND unlinked_at IS NULL) AS pages,
     u.last_login_at
   FROM users u WHERE u.erased_at IS NULL AND ($1::text IS NULL OR ${personMatches('u', '$1')})
   ORDER BY u.last_login_at DESC NULLS LAST, u.id LIMIT ${MAX_LISTED + 1}`,
);

/** Null: of all users. Recorded in the audit log. */
export const endSessions = sql<{ user_id: string; was_valid: boolean }, [userId: string | null]>(
  `WITH ended AS (
     DELETE FROM sessions WHERE $1::uuid IS NULL OR user_id = $1
     RETURNING user_id, expires_at > now() AND ended_at IS NULL AS was_valid
   ), recorded AS (
     INSERT INTO audit_events (target_id, event, details)
     SELECT user_id, 'sessions_ended', jsonb_build_object('sessions', count(*)) FROM ended WHERE was_valid GROUP BY 1
   )
   SELECT user_id, was_valid FROM ended`,
);
