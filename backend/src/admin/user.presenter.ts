import type { AdminUser, CreditUser } from '@flyerdeck/contracts';
import type { CreditUserRow, UserRow } from './users.query.ts';

export const presentAdminUser = (row: UserRow): AdminUser => ({
  telegram_id: row.telegram_id,
  username: row.username,
  first_name: row.first_name,
  last_name: row.last_name,
  created_at: row.created_at.toISOString(),
  is_active: row.is_active,
  is_admin: row.is_admin,
});

export const presentCreditUser = (row: CreditUserRow): CreditUser => ({
  telegram_id: row.telegram_id,
  username: row.username,
  first_name: row.first_name,
  last_name: row.last_name,
  credits_balance: row.credits_balance,
  total_credits_purchased: row.credits_purchased,
  total_credits_spent: row.credits_spent,
  last_login: row.last_login_at?.toISOString() ?? null,
});
