import { MAX_USER_BATCH, type UserSelection } from '@flyerdeck/contracts';
import { type Db, oneRow, sql } from '../database/statement.ts';
import { USERS_FILTERED, usersFilterValues } from './usersFilter.query.ts';

/** The users of a selection, and one more than a batch may have. */
const SELECTED = `SELECT users.id, users.telegram_id, users.is_active, users.is_admin FROM users
  WHERE users.erased_at IS NULL AND ${USERS_FILTERED} AND ($5::text[] IS NULL OR users.telegram_id = ANY ($5))
  LIMIT ${MAX_USER_BATCH + 1}`;

const valuesOf = ({ telegram_ids, ...filter }: UserSelection) =>
  [...usersFilterValues(filter), telegram_ids ?? null] as const;

interface UserSet {
  readonly ids: readonly string[];
  readonly matching: number;
  readonly admins: number;
  readonly unchanged: number;
  readonly includes_you: boolean;
}

/** The users whose flag a batch would change, without the admin. */
export const findUserSet = (db: Db, users: UserSelection, isActive: boolean, adminId: string) =>
  oneRow(
    sql<UserSet, readonly unknown[]>(
      `SELECT count(*)::int AS matching, coalesce(json_agg(id ORDER BY id) FILTER (WHERE changes), '[]') AS ids,
         (count(*) FILTER (WHERE changes AND is_admin))::int AS admins,
         (count(*) FILTER (WHERE is_active = $6))::int AS unchanged,
         count(*) FILTER (WHERE id = $7 AND is_active <> $6) > 0 AS includes_you
       FROM (SELECT *, is_active <> $6::boolean AND id <> $7::uuid AS changes FROM (${SELECTED}) selected) matched`,
    )(db, [...valuesOf(users), isActive, adminId]),
  );

/** The Telegram ids of a selection. */
export const listSelected = (db: Db, users: UserSelection) =>
  sql<{ telegram_id: string }, readonly unknown[]>(`SELECT telegram_id FROM (${SELECTED}) selected ORDER BY id`)(
    db,
    valuesOf(users),
  );

/**
 * Locks the admin and the users in the order of their ids. FOR UPDATE waits for each `submitting` of the users, so that none is
 * accepted after a deactivation (postings/keep_owners_of.sql). Returns the admin.
 */
export const lockUsers = sql<{ isActive: boolean; isAdmin: boolean }, [adminId: string, ids: readonly string[]]>(
  `WITH locked AS MATERIALIZED (
     SELECT id, is_active, is_admin FROM users WHERE id = $1::uuid OR id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE
   )
   SELECT is_active AS "isActive", is_admin AS "isAdmin" FROM locked WHERE id = $1::uuid`,
);

/** Sets the flag of locked users, with one audit event. Nothing if the batch was done before. */
export const setActive = sql<
  { id: string },
  [adminId: string, ids: readonly string[], isActive: boolean, fingerprint: string]
>(
  `WITH changed AS (
     UPDATE users SET is_active = $3 WHERE id = ANY ($2::uuid[]) AND id <> $1::uuid AND is_active <> $3 AND erased_at IS NULL
       AND NOT EXISTS (
         SELECT FROM audit_events WHERE event IN ('users_activated', 'users_deactivated')
           AND details ->> 'fingerprint' = $4::text)
     RETURNING id
   ),
   recorded AS (
     INSERT INTO audit_events (admin_id, event, details)
     SELECT $1, CASE WHEN $3 THEN 'users_activated' ELSE 'users_deactivated' END,
       jsonb_build_object('owners', count(*), 'users', jsonb_agg(id ORDER BY id), 'fingerprint', $4::text)
     FROM changed HAVING count(*) > 0
   )
   SELECT id FROM changed`,
);

/** How many users were changed under a fingerprint. No row if none. */
export const findChanged = sql<{ users: number }, [adminId: string, fingerprint: string]>(
  `SELECT (details ->> 'owners')::int AS users FROM audit_events
   WHERE event IN ('users_activated', 'users_deactivated') AND details ->> 'fingerprint' = $2 AND admin_id = $1`,
);
