import { statement } from '../database/statement.ts';

export type UserRow = {
  id: string;
  telegram_id: string;
  username: string;
  first_name: string;
  last_name: string;
  created_at: Date;
  is_active: boolean;
  is_admin: boolean;
};

export const USER_COLUMNS = 'id, telegram_id, username, first_name, last_name, created_at, is_active, is_admin';

export const listUserRows = statement<UserRow, []>(
  'admin_users',
  `SELECT ${USER_COLUMNS} FROM users ORDER BY created_at DESC, id`,
);

export const findUserRow = statement<UserRow, [string]>(
  'admin_user',
  `SELECT ${USER_COLUMNS} FROM users WHERE telegram_id = $1`,
);

export type CreditUserRow = {
  telegram_id: string;
  username: string;
  first_name: string;
  last_name: string;
  credits_balance: number;
  credits_purchased: number;
  credits_spent: number;
  last_login_at: Date | null;
};

export const listCreditUserRows = statement<CreditUserRow, []>(
  'admin_credit_users',
  `SELECT telegram_id, username, first_name, last_name, credits_balance, credits_purchased, credits_spent, last_login_at
   FROM users ORDER BY credits_balance DESC, created_at, id`,
);
