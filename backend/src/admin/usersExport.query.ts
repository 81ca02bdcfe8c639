import type { CreditUserSort, ExportCreditUsersBody, ExportUsersBody, UserSort } from '@flyerdeck/contracts';
import type { CsvExport } from '../exports/csvExport.ts';
import { containing } from '../postings/detailedPostings.query.ts';

/** Every part of a user's name, as the users screen searches it. */
const MATCHES = `($1::text IS NULL OR telegram_id ILIKE $1 OR username ILIKE $1 OR first_name ILIKE $1 OR last_name ILIKE $1)`;
const patternOf = (search = '') => (search.trim() ? containing(search.trim()) : null);

/*
 * The browser sorts these lists itself (frontend: PeopleIndex, usersView, creditsView); a file has its rows in the same order.
 * Equal rows stay in the order of the list's call (userLists.query.ts).
 */

/** A text as `alphabetical` of the browser sees it: no case, no accents, by code point. */
const alphabetical = (text: string) =>
  `translate(lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g')), 'ς', 'σ') COLLATE "C"`;
const PERSON_NAME = `btrim(first_name || ' ' || last_name, E' \\t\\n\\r')`;
/** The lists have their times in milliseconds. */
const inMilliseconds = (time: string) => `date_trunc('milliseconds', ${time})`;

const orderBy = (keys: readonly string[], order: number | undefined, list: string) =>
  `ORDER BY ${keys.map((key) => `${key} ${order === 1 ? 'ASC NULLS FIRST' : 'DESC NULLS LAST'}`).join(', ')}, ${list}`;

const USER_KEYS: Readonly<Record<UserSort, readonly string[]>> = {
  // As numbers, whatever their length.
  telegram_id: ['length(telegram_id)', 'telegram_id COLLATE "C"'],
  username: [alphabetical('username')],
  first_name: [alphabetical(PERSON_NAME)],
  created_at: [inMilliseconds('created_at')],
  is_active: ['is_active'],
  is_admin: ['is_admin'],
};

/** What the users screen shows. */
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
  // Never is before every date.
  last_login: [inMilliseconds('last_login_at')],
};

/** What the credits screen shows. */
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
