import { MAX_SESSIONS_PER_USER } from '@flyerdeck/contracts';
import { sql, statement } from '../database/statement.ts';

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

export const SESSION_DAYS = 30;
/** However busy a session is: a stolen token must not live for ever. */
export const SESSION_MAX_DAYS = 90;
/** How exactly the last use is known: a session that is used all the time is written once in so many minutes. */
export const LAST_USE_MINUTES = 10;

type SessionRow = { id: string; is_admin: boolean; is_active: boolean; is_ended: boolean; is_stale: boolean };

/** The user behind a token's hash and a Telegram id, unless the session has expired. */
export const findSession = statement<SessionRow, [tokenHash: Buffer, telegramId: string]>(
  'session',
  `SELECT u.id, u.is_admin, u.is_active, s.ended_at IS NOT NULL AS is_ended,
     s.last_used_at < now() - interval '${LAST_USE_MINUTES} minutes' OR s.expires_at < least(
       now() + interval '${SESSION_DAYS - 1} days', s.created_at + interval '${SESSION_MAX_DAYS} days') AS is_stale
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = $1 AND u.telegram_id = $2 AND s.expires_at > now()`,
);

/** Sliding, at most once in ten minutes, so that reading costs no write. */
export const slideSession = statement<never, [tokenHash: Buffer]>(
  'slide_session',
  `UPDATE sessions SET last_used_at = now(), expires_at = least(
     now() + interval '${SESSION_DAYS} days', created_at + interval '${SESSION_MAX_DAYS} days')
   WHERE token_hash = $1`,
);

/** Nobody is kept from signing in: the sessions used least recently make room. The caller holds the user's row. */
export const endSurplusSessions = sql<never, [userId: string]>(
  `DELETE FROM sessions WHERE user_id = $1 AND token_hash NOT IN (
     SELECT token_hash FROM sessions WHERE user_id = $1 AND expires_at > now()
     ORDER BY expires_at DESC, created_at DESC LIMIT ${MAX_SESSIONS_PER_USER})`,
);

export const deleteSessionsOf = sql<{ was_good: boolean }, [userId: string]>(
  'DELETE FROM sessions WHERE user_id = $1 RETURNING expires_at > now() AND ended_at IS NULL AS was_good',
);

/** No row where the proof was used before. */
export const rememberProof = sql<{ used: true }, [proofHash: Buffer, expiresAt: Date]>(
  `INSERT INTO used_proofs (proof_hash, expires_at) VALUES ($1, $2)
   ON CONFLICT DO NOTHING RETURNING true AS used`,
);

export const deleteExpiredSessions = sql('DELETE FROM sessions WHERE expires_at < now()');
export const deleteExpiredProofs = sql('DELETE FROM used_proofs WHERE expires_at < now()');
