import type { AdminUser, AdminUserDetail } from '@flyerdeck/contracts';
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

export const presentAdminUserDetail = (user: User): AdminUserDetail => ({
  ...presentAdminUser(user),
  credits_balance: user.creditsBalance,
  total_credits_purchased: user.creditsPurchased,
  total_credits_spent: user.creditsSpent,
  last_login: user.lastLoginAt?.toISOString() ?? null,
});
