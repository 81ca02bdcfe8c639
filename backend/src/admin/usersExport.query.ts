import type { CreditUserSort, ExportCreditUsersBody, ExportUsersBody, UserSort } from '@flyerdeck/contracts';
import type { CsvExport } from '../exports/csvExport.ts';
import { formatNumber, timeFormat } from '../exports/formats.ts';
import { patternOf, personMatches } from './personSearch.query.ts';
import { USERS_FILTERED, usersFilterValues } from './usersFilter.query.ts';

/** The search of the screens. $1 is its pattern. */
const MATCHES = `($1::text IS NULL OR ${personMatches('users', '$1')})`;

/*
 * The web app sorts these lists itself (PeopleIndex, usersView, creditsView). The files have the same order. Rows with equal
 * keys are in the order of userLists.query.ts.
 */

/** Sorts as `alphabetical` of the web app: without case and accents, by code point. */
const alphabetical = (text: string) =>
  `translate(lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g')), 'ς', 'σ') COLLATE "C"`;
/** All characters that String.trim removes, as the web app does. */
const SPACES = `E' \\t\\n\\x0b\\x0c\\r\\u00a0\\u1680\\u2000\\u2001\\u2002\\u2003\\u2004\\u2005\\u2006\\u2007\\u2008\\u2009\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'`;
const PERSON_NAME = `btrim(first_name || ' ' || last_name, ${SPACES})`;
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

interface PersonRow {
  readonly telegram_id: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}

const nameOf = ({ first_name, last_name }: PersonRow) => `${first_name} ${last_name}`.trim();

/** The columns of the screen with its texts, then the same values for programs. */
type Columns<Row> = Readonly<Record<string, (row: Row, format: (at: Date) => string) => unknown>>;

const cellsOf =
  <Row>(columns: Columns<Row>, format: (at: Date) => string) =>
  (row: Row) =>
    Object.values(columns).map((cell) => cell(row, format));

interface UserRow extends PersonRow {
  readonly created_at: Date;
  readonly is_active: boolean;
  readonly is_admin: boolean;
}

const USER_COLUMNS: Columns<UserRow> = {
  'Telegram ID': ({ telegram_id }) => telegram_id,
  Username: ({ username }) => username || '–',
  Name: (row) => nameOf(row) || '–',
  Registered: ({ created_at }, format) => format(created_at),
  Status: ({ is_active }) => (is_active ? 'Active' : 'Inactive'),
  Admin: ({ is_admin }) => (is_admin ? 'Admin' : 'User'),
  'First name': ({ first_name }) => first_name,
  'Last name': ({ last_name }) => last_name,
  'Registered (UTC)': ({ created_at }) => created_at,
};

/** The list of the users screen. */
export const usersExport: CsvExport<ExportUsersBody> = {
  columns: Object.keys(USER_COLUMNS),
  select: ({ sort_by = 'created_at', sort_order, time_zone = 'UTC', ...filter }) => ({
    text: `SELECT telegram_id, username, first_name, last_name, created_at, is_active, is_admin FROM users
       WHERE ${USERS_FILTERED}
       ${orderBy(USER_KEYS[sort_by], sort_order, 'created_at DESC, id')}`,
    values: usersFilterValues(filter),
    cells: cellsOf(USER_COLUMNS, timeFormat(time_zone, 'day')),
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

interface CreditRow extends PersonRow {
  readonly credits_balance: number;
  readonly credits_purchased: number;
  readonly credits_spent: number;
  readonly last_login_at: Date | null;
}

const CREDIT_COLUMNS: Columns<CreditRow> = {
  'Telegram ID': ({ telegram_id }) => telegram_id,
  Username: ({ username }) => username,
  User: (row) => nameOf(row) || 'Unnamed User',
  Balance: ({ credits_balance }) => formatNumber(credits_balance),
  Purchased: ({ credits_purchased }) => formatNumber(credits_purchased),
  Spent: ({ credits_spent }) => formatNumber(credits_spent),
  'Last Activity': ({ last_login_at }, format) => (last_login_at ? format(last_login_at) : 'Never'),
  'First name': ({ first_name }) => first_name,
  'Last name': ({ last_name }) => last_name,
  'Balance credits': ({ credits_balance }) => credits_balance,
  'Purchased credits': ({ credits_purchased }) => credits_purchased,
  'Spent credits': ({ credits_spent }) => credits_spent,
  'Last activity (UTC)': ({ last_login_at }) => last_login_at,
};

/** The list of the credits screen. */
export const creditUsersExport: CsvExport<ExportCreditUsersBody> = {
  columns: Object.keys(CREDIT_COLUMNS),
  select: ({ search, user_id, sort_by = 'credits_balance', sort_order, time_zone = 'UTC' }) => ({
    text: `SELECT telegram_id, username, first_name, last_name, credits_balance, credits_purchased, credits_spent, last_login_at
       FROM users WHERE ${MATCHES} AND ($2::text IS NULL OR telegram_id = $2)
       ${orderBy(CREDIT_KEYS[sort_by], sort_order, 'credits_balance DESC, created_at, id')}`,
    values: [patternOf(search), user_id ?? null],
    cells: cellsOf(CREDIT_COLUMNS, timeFormat(time_zone, 'minutes')),
  }),
};
