import type { CreditUserSort, ExportCreditUsersBody, ExportUsersBody, UserSort } from '@flyerdeck/contracts';
import type { CsvExport } from '../exports/csvExport.ts';

/** Every part of a user's name, as the users screen searches it; whatever a person types is text to find. */
const MATCHES = `($1::text IS NULL OR telegram_id ILIKE $1 OR username ILIKE $1 OR first_name ILIKE $1 OR last_name ILIKE $1)`;
const patternOf = (search = '') => (search.trim() ? `%${search.trim().replace(/[\\%_]/g, '\\$&')}%` : null);
const directionOf = (order = -1) => (order === 1 ? 'ASC' : 'DESC');

const USER_COLUMNS = {
  telegram_id: 'telegram_id',
  username: 'username',
  first_name: 'first_name',
  created_at: 'created_at',
  is_active: 'is_active',
  is_admin: 'is_admin',
} as const satisfies Record<UserSort, string>;

/** What the users screen shows. */
export const usersExport: CsvExport<ExportUsersBody> = {
  name: 'users',
  columns: ['Telegram ID', 'Username', 'First name', 'Last name', 'Registered', 'Active', 'Admin'],
  query: ({ search, is_active, is_admin, sort_by = 'created_at', sort_order }) => ({
    text: `SELECT telegram_id, username, first_name, last_name, created_at, is_active, is_admin FROM users
       WHERE ${MATCHES} AND ($2::boolean IS NULL OR is_active = $2) AND ($3::boolean IS NULL OR is_admin = $3)
       ORDER BY ${USER_COLUMNS[sort_by]} ${directionOf(sort_order)}, created_at DESC, id`,
    values: [patternOf(search), is_active ?? null, is_admin ?? null],
  }),
};

const CREDIT_COLUMNS = {
  first_name: 'first_name',
  credits_balance: 'credits_balance',
  total_credits_purchased: 'credits_purchased',
  total_credits_spent: 'credits_spent',
  last_login: 'last_login_at',
} as const satisfies Record<CreditUserSort, string>;

/** What the credits screen shows. */
export const creditUsersExport: CsvExport<ExportCreditUsersBody> = {
  name: 'credits',
  columns: ['Telegram ID', 'Username', 'First name', 'Last name', 'Balance', 'Purchased', 'Spent', 'Last activity'],
  query: ({ search, sort_by = 'credits_balance', sort_order }) => ({
    text: `SELECT telegram_id, username, first_name, last_name, credits_balance, credits_purchased, credits_spent, last_login_at
       FROM users WHERE ${MATCHES}
       ORDER BY ${CREDIT_COLUMNS[sort_by]} ${directionOf(sort_order)} NULLS LAST, created_at, id`,
    values: [patternOf(search)],
  }),
};
