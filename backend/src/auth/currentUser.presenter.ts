import type { CurrentUser } from '@flyerdeck/contracts';
import type { User } from './user.entity.ts';

export const presentCurrentUser = (user: User): CurrentUser => ({
  telegram_id: user.telegramId,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
  is_admin: user.isAdmin,
  is_active: user.isActive,
  credits_balance: user.creditsBalance,
  created_at: user.createdAt.toISOString(),
});
