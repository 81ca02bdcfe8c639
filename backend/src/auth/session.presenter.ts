import type { OwnSession } from '@flyerdeck/contracts';
import type { OwnSessionRow } from './sessions.query.ts';

export const presentSession = (session: OwnSessionRow): OwnSession => ({
  id: session.id,
  browser: session.browser,
  created_at: session.created_at.toISOString(),
  last_used_at: session.last_used_at.toISOString(),
  is_current: session.is_current,
});
