import { statement } from '../database/statement.ts';

export type OwnSessionRow = {
  id: string;
  browser: string;
  created_at: Date;
  last_used_at: Date;
  is_current: boolean;
};

/** A user's sessions that are still accepted: the one that asks, then the one used last, at most 100; `tokenHash` is of the session that asks. */
export const listSessionsOf = statement<OwnSessionRow, [userId: string, tokenHash: Buffer]>(
  'sessions_of_user',
  `SELECT id, browser, created_at, last_used_at, token_hash = $2 AS is_current FROM sessions
   WHERE user_id = $1 AND expires_at > now() AND ended_at IS NULL
   ORDER BY token_hash = $2 DESC, last_used_at DESC, id LIMIT 100`,
);

/** Ends one session, unless it is another user's; answers its row when it was there. */
export const endSessionOf = statement<{ id: string }, [userId: string, sessionId: string]>(
  'end_session_of_user',
  'DELETE FROM sessions WHERE user_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id',
);
