import type { CurrentUser, OwnSession } from '@flyerdeck/contracts';
import type { Session } from './session.entity.ts';
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

export const presentSessions = (sessions: readonly Session[], callersTokenHash: Buffer): OwnSession[] =>
  sessions
    .map((session) => ({
      id: session.id,
      browser: session.browser,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      is_current: session.tokenHash.equals(callersTokenHash),
    }))
    .sort((a, b) => Number(b.is_current) - Number(a.is_current));
