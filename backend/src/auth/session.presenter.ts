import type { OwnSession } from '@flyerdeck/contracts';
import type { Session } from './session.entity.ts';

/** The caller's session comes first. The order of the others stays. */
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
