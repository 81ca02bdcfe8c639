import type { AdminUser, AdminUserDetail, CreditUser, UsersFilter } from '@flyerdeck/contracts';
import { type Db, isoTimeSql, oneRow, statement, statementWithIsoTimes } from '../database/statement.ts';
import { containing, namesPattern, PAGE_TEXT } from '../postings/list/matching.query.ts';
import { JsonText } from '../server/http/mountEndpoint.ts';

/* The web app searches its lists in the same way (searchPeople). */

/** `user` is the alias of the table. */
export const personMatches = (user: string, pattern: string) =>
  `(${user}.telegram_id ILIKE ${pattern} OR '@' || nullif(${user}.username, '') ILIKE ${pattern}
     OR ${user}.first_name || ' ' || ${user}.last_name ILIKE ${pattern})`;

export const patternOf = (search = '') => (search.trim() ? containing(search.trim()) : null);

const ownersOfPages = (pattern: string) =>
  `SELECT g.owner_id FROM pages g WHERE g.unlinked_at IS NULL AND ${PAGE_TEXT} ILIKE ${pattern}`;

const pagePatternOf = (page = '') => (page.trim() ? namesPattern(page.trim()) : null);

/** Of the users `u`. $1 to $4 are `usersFilterValues`. */
export const USERS_FILTERED = `($1::text IS NULL OR ${personMatches('u', '$1')})
  AND ($2::boolean IS NULL OR u.is_active = $2) AND ($3::boolean IS NULL OR u.is_admin = $3)
  AND ($4::text IS NULL OR u.id IN (${ownersOfPages('$4')}))`;

export const usersFilterValues = ({ search, is_active, is_admin, page }: UsersFilter) =>
  [patternOf(search), is_active ?? null, is_admin ?? null, pagePatternOf(page)] as const;

/** Of the users `u`, in lists and files. */
export const USERS_ORDER = 'u.created_at DESC, u.id';
export const CREDIT_USERS_ORDER = 'u.credits_balance DESC, u.created_at, u.id';

const COLUMNS = 'telegram_id, username, first_name, last_name, users.created_at, is_active, is_admin';
const CREDITS = `credits_balance, credits_purchased AS total_credits_purchased, credits_spent AS total_credits_spent,
  last_login_at AS last_login`;

export const findAdminUser = statementWithIsoTimes<AdminUser, [userId: string]>(
  `SELECT ${COLUMNS} FROM users WHERE id = $1`,
);
export const findAdminUserDetail = statementWithIsoTimes<AdminUserDetail, [userId: string]>(
  `SELECT ${COLUMNS}, ${CREDITS} FROM users WHERE id = $1`,
);

/** Postgres writes the JSON, because a list of all users would block all other requests here. `fields` are those of the answer. */
const jsonOfUsers = (fields: string, order: string) =>
  statement<{ json: string }, [page: string | null]>(
    `SELECT coalesce(json_agg(fields ORDER BY ${order}), '[]')::text AS json
     FROM users u CROSS JOIN LATERAL (SELECT ${fields}) fields
     WHERE $1::text IS NULL OR u.id IN (${ownersOfPages('$1')})`,
  );
const users = jsonOfUsers(
  `u.telegram_id, u.username, u.first_name, u.last_name, ${isoTimeSql('u.created_at')} AS created_at, u.is_active, u.is_admin`,
  USERS_ORDER,
);
const creditUsers = jsonOfUsers(
  `u.telegram_id, u.username, u.first_name, u.last_name, u.credits_balance, u.credits_purchased AS total_credits_purchased,
     u.credits_spent AS total_credits_spent, ${isoTimeSql('u.last_login_at')} AS last_login`,
  CREDIT_USERS_ORDER,
);

const textOf = async <T>(rows: Promise<{ json: string }[]>) => new JsonText<T>((await oneRow(rows)).json);
export const listAdminUsers = (db: Db, page?: string) => textOf<AdminUser[]>(users(db, [pagePatternOf(page)]));
export const listCreditUsers = (db: Db) => textOf<CreditUser[]>(creditUsers(db, [null]));
