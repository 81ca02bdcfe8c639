import type { AdminUser } from '@flyerdeck/contracts';
import type { User } from '../auth/user.entity.ts';

export const presentAdminUser = (user: User): AdminUser => ({
  telegram_id: user.telegramId,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
  created_at: user.createdAt.toISOString(),
  is_active: user.isActive,
  is_admin: user.isAdmin,
});
