import { statement } from '../database/statement.ts';

export type CurrentUserRow = {
  telegram_id: string;
  username: string;
  first_name: string;
  last_name: string;
  is_admin: boolean;
  is_active: boolean;
  credits_balance: number;
  created_at: Date;
};

/** The signed-in user by id. */
export const findCurrentUser = statement<CurrentUserRow, [string]>(
  'current_user',
  `SELECT telegram_id, username, first_name, last_name, is_admin, is_active, credits_balance, created_at
   FROM users WHERE id = $1`,
);
