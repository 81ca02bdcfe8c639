import type { CurrentUser } from '@flyerdeck/contracts';
import type { CurrentUserRow } from './auth.query.ts';

export const presentCurrentUser = (user: CurrentUserRow): CurrentUser => ({
  telegram_id: user.telegram_id,
  username: user.username,
  first_name: user.first_name,
  last_name: user.last_name,
  is_admin: user.is_admin,
  is_active: user.is_active,
  credits_balance: user.credits_balance,
  created_at: user.created_at.toISOString(),
});
