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

export const findUserRow = statement<UserRow, [string]>(
  'admin_user',
  `SELECT ${USER_COLUMNS} FROM users WHERE telegram_id = $1`,
);
