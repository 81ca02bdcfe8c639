import type { AdminUser, CreditUser, UsersFilter } from '@flyerdeck/contracts';
import { type Db, isoTimeSql, statement } from '../database/statement.ts';
import { JsonText } from '../http/jsonText.ts';
import { containing, namesPattern, PAGE_TEXT } from '../postings/list/matching.query.ts';

/* The web app searches its lists in the same way (searchPeople). */

/** `user` is the alias of the table. */
export const personMatches = (user: string, pattern: string) =>
  `(${user}.telegram_id ILIKE ${pattern} OR '@' || nullif(${user}.username, '') ILIKE ${pattern}
     OR ${user}.first_name || ' ' || ${user}.last_name ILIKE ${pattern})`;

export const patternOf = (search = '') => (search.trim() ? containing(search.trim()) : null);

const ownersOfPages = (pattern: string) =>
  `SELECT g.owner_id FROM pages g WHERE g.unlinked_at IS NULL AND ${PAGE_TEXT} ILIKE ${pattern}`;

const pagePatternOf = (page = '') => (page.trim() ? namesPattern(page.trim()) : null);

/** $1 to $4 are `usersFilterValues`. */
export const USERS_FILTERED = `($1::text IS NULL OR ${personMatches('users', '$1')})
  AND ($2::boolean IS NULL OR users.is_active = $2) AND ($3::boolean IS NULL OR users.is_admin = $3)
  AND ($4::text IS NULL OR users.id IN (${ownersOfPages('$4')}))`;

export const usersFilterValues = ({ search, is_active, is_admin, page }: UsersFilter) =>
  [patternOf(search), is_active ?? null, is_admin ?? null, pagePatternOf(page)] as const;

/** About 200 kB per chunk. */
const USERS_PER_CHUNK = 1_000;

/** Postgres writes the JSON, so that 100,000 users are not processed one by one here. `columns` are the fields of the response. */
const jsonOfUsers = (columns: string, order: string) =>
  statement<{ chunk: string }, [pages: string | null]>(
    `SELECT string_agg(row_to_json(fields)::text, ',' ORDER BY position) AS chunk
     FROM (SELECT u.*, row_number() OVER (ORDER BY ${order}) AS position FROM users u
       WHERE $1::text IS NULL OR u.id IN (${ownersOfPages('$1')})) u
     CROSS JOIN LATERAL (SELECT ${columns}) fields
     GROUP BY (position - 1) / ${USERS_PER_CHUNK} ORDER BY (position - 1) / ${USERS_PER_CHUNK}`,
  );

const users = jsonOfUsers(
  `u.telegram_id, u.username, u.first_name, u.last_name, ${isoTimeSql('u.created_at')} AS created_at, u.is_active, u.is_admin`,
  'created_at DESC, id',
);

const creditUsers = jsonOfUsers(
  `u.telegram_id, u.username, u.first_name, u.last_name, u.credits_balance, u.credits_purchased AS total_credits_purchased,
     u.credits_spent AS total_credits_spent, ${isoTimeSql('u.last_login_at')} AS last_login`,
  'credits_balance DESC, created_at, id',
);

async function listOf<T>(db: Db, chunks: typeof users, page?: string): Promise<JsonText<T[]>> {
  const rows = await chunks(db, [pagePatternOf(page)]);
  return new JsonText(['[', ...rows.flatMap(({ chunk }, index) => (index === 0 ? [chunk] : [',', chunk])), ']']);
}

export const listUsersJson = (db: Db, page?: string) => listOf<AdminUser>(db, users, page);

export const listCreditUsersJson = (db: Db) => listOf<CreditUser>(db, creditUsers);
