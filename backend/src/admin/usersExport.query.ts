import type { CreditUserSort, ExportCreditUsersBody, ExportUsersBody, UserSort } from '@flyerdeck/contracts';
import type { CsvExport } from '../exports/csvExport.ts';
import { patternOf, personMatches } from './personSearch.query.ts';

/** The search of the screens. $1 is its pattern. */
const MATCHES = `($1::text IS NULL OR ${personMatches('users', '$1')})`;

/*
 * The web app sorts these lists itself (PeopleIndex, usersView, creditsView). The files have the same order. Rows with equal
 * keys are in the order of userLists.query.ts.
 */

/** Sorts as `alphabetical` of the web app: without case and accents, by code point. */
const alphabetical = (text: string) =>
  `translate(lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g')), 'ς', 'σ') COLLATE "C"`;
const PERSON_NAME = `btrim(first_name || ' ' || last_name, E' \\t\\n\\r')`;
/** The lists compare times in milliseconds, so microseconds are cut off. */
const inMilliseconds = (time: string) => `date_trunc('milliseconds', ${time})`;

const orderBy = (keys: readonly string[], order: number | undefined, list: string) =>
  `ORDER BY ${keys.map((key) => `${key} ${order === 1 ? 'ASC NULLS FIRST' : 'DESC NULLS LAST'}`).join(', ')}, ${list}`;

const USER_KEYS: Readonly<Record<UserSort, readonly string[]>> = {
  // Sorts by number: first by length, then by digits.
  telegram_id: ['length(telegram_id)', 'telegram_id COLLATE "C"'],
  username: [alphabetical('username')],
  first_name: [alphabetical(PERSON_NAME)],
  created_at: [inMilliseconds('created_at')],
  is_active: ['is_active'],
  is_admin: ['is_admin'],
};

/** The list of the users screen. */
export const usersExport: CsvExport<ExportUsersBody> = {
  name: 'users',
  columns: ['Telegram ID', 'Username', 'First name', 'Last name', 'Registered', 'Active', 'Admin'],
  select: ({ search, is_active, is_admin, sort_by = 'created_at', sort_order }) => ({
    text: `SELECT telegram_id, username, first_name, last_name, created_at, is_active, is_admin FROM users
       WHERE ${MATCHES} AND ($2::boolean IS NULL OR is_active = $2) AND ($3::boolean IS NULL OR is_admin = $3)
       ${orderBy(USER_KEYS[sort_by], sort_order, 'created_at DESC, id')}`,
    values: [patternOf(search), is_active ?? null, is_admin ?? null],
  }),
};

const CREDIT_KEYS: Readonly<Record<CreditUserSort, readonly string[]>> = {
  first_name: [alphabetical(`coalesce(nullif(${PERSON_NAME}, ''), username)`)],
  credits_balance: ['credits_balance'],
  total_credits_purchased: ['credits_purchased'],
  total_credits_spent: ['credits_spent'],
  // Users who never signed in are before all dates.
  last_login: [inMilliseconds('last_login_at')],
};

/** The list of the credits screen. */
export const creditUsersExport: CsvExport<ExportCreditUsersBody> = {
  name: 'credits',
  columns: ['Telegram ID', 'Username', 'First name', 'Last name', 'Balance', 'Purchased', 'Spent', 'Last activity'],
  select: ({ search, sort_by = 'credits_balance', sort_order }) => ({
    text: `SELECT telegram_id, username, first_name, last_name, credits_balance, credits_purchased, credits_spent, last_login_at
       FROM users WHERE ${MATCHES}
       ${orderBy(CREDIT_KEYS[sort_by], sort_order, 'credits_balance DESC, created_at, id')}`,
    values: [patternOf(search)],
  }),
};
