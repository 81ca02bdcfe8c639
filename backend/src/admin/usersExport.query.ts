import type { AdminUser, ExportCreditUsersBody, ExportUsersBody } from '@flyerdeck/contracts';
import { type CsvColumns, type CsvExport, cellsOf, formatNumber, timeFormat } from '../server/exports/csvExport.ts';
import {
  CREDIT_USERS_ORDER,
  patternOf,
  personMatches,
  USERS_FILTERED,
  USERS_ORDER,
  usersFilterValues,
} from './userLists.query.ts';

/** $1 is the pattern. */
const MATCHES = `($1::text IS NULL OR ${personMatches('u', '$1')})`;

type PersonRow = Pick<AdminUser, 'telegram_id' | 'username' | 'first_name' | 'last_name'>;

const nameOf = ({ first_name, last_name }: PersonRow) => `${first_name} ${last_name}`.trim();

type UserRow = Omit<AdminUser, 'created_at'> & { readonly created_at: Date };

const USER_COLUMNS: CsvColumns<UserRow> = {
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

export const usersExport: CsvExport<ExportUsersBody> = {
  columns: Object.keys(USER_COLUMNS),
  select: ({ time_zone = 'UTC', ...filter }) => ({
    text: `SELECT telegram_id, username, first_name, last_name, created_at, is_active, is_admin FROM users u
       WHERE ${USERS_FILTERED} ORDER BY ${USERS_ORDER}`,
    values: usersFilterValues(filter),
    cells: cellsOf(USER_COLUMNS, timeFormat(time_zone, 'day')),
  }),
};

interface CreditRow extends PersonRow {
  readonly credits_balance: number;
  readonly credits_purchased: number;
  readonly credits_spent: number;
  readonly last_login_at: Date | null;
}

const CREDIT_COLUMNS: CsvColumns<CreditRow> = {
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

export const creditUsersExport: CsvExport<ExportCreditUsersBody> = {
  columns: Object.keys(CREDIT_COLUMNS),
  select: ({ search, user_id, time_zone = 'UTC' }) => ({
    text: `SELECT telegram_id, username, first_name, last_name, credits_balance, credits_purchased, credits_spent, last_login_at
       FROM users u WHERE ${MATCHES} AND ($2::text IS NULL OR telegram_id = $2)
       ORDER BY ${CREDIT_USERS_ORDER}`,
    values: [patternOf(search), user_id ?? null],
    cells: cellsOf(CREDIT_COLUMNS, timeFormat(time_zone, 'minutes')),
  }),
};
