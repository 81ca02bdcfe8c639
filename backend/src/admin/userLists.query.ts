import type { AdminUser, CreditUser } from '@flyerdeck/contracts';
import { type Db, isoTimeSql, statement } from '../database/statement.ts';
import { JsonText } from '../http/jsonText.ts';
import { ownersOfPages, pagePatternOf } from './usersFilter.query.ts';

/** About 200 kB per chunk. */
const USERS_PER_CHUNK = 1_000;

/**
 * Chunks of a JSON list of users in the given order: all, or the owners of pages that match $1. `columns` are the fields of the response, under their names. Postgres
 * writes the JSON, so that 100,000 users are not processed one by one here.
 */
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

/** All users, or the owners of pages that match, newest first. */
export const listUsersJson = (db: Db, page?: string) => listOf<AdminUser>(db, users, page);

/** All users with their credits, highest balance first. */
export const listCreditUsersJson = (db: Db) => listOf<CreditUser>(db, creditUsers);
