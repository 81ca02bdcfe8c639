import type { AdminUser } from '@flyerdeck/contracts';
import type { UserRow } from './users.query.ts';

export const presentAdminUser = (row: UserRow): AdminUser => ({
  telegram_id: row.telegram_id,
  username: row.username,
  first_name: row.first_name,
  last_name: row.last_name,
  created_at: row.created_at.toISOString(),
  is_active: row.is_active,
  is_admin: row.is_admin,
});
