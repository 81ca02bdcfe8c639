import { MAX_SESSIONS_PER_USER, type OwnSession } from '@flyerdeck/contracts';
import { sql, statement, statementWithIsoTimes } from '../../database/statement.ts';
import { WIDGET_MAX_AGE_SECONDS } from './telegramProof.ts';

export const SESSION_DAYS = 30;
/** A stolen token must not be valid forever, even if it is in use. */
const SESSION_MAX_DAYS = 90;
/** Most requests need no write of the last use. */
const LAST_USE_MINUTES = 10;

/** The user of a session token. No row if the Telegram id is another one's, or the session has expired. */
export const findSession = statement<
  { id: string; is_admin: boolean; is_active: boolean; is_ended: boolean; is_stale: boolean },
  [tokenHash: Buffer, telegramId: string]
>(
  `SELECT u.id, u.is_admin, u.is_active, s.ended_at IS NOT NULL AS is_ended,
     s.last_used_at < now() - interval '${LAST_USE_MINUTES} minutes' OR s.expires_at < least(
       now() + interval '${SESSION_DAYS - 1} days', s.created_at + interval '${SESSION_MAX_DAYS} days') AS is_stale
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = $1 AND u.telegram_id = $2 AND s.expires_at > now()`,
);

/** The session that asks comes first. */
export const listSessionsOf = statementWithIsoTimes<OwnSession, [userId: string, tokenHash: Buffer]>(
  `SELECT id, browser, created_at, last_used_at, token_hash = $2 AS is_current FROM sessions
   WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now() ORDER BY is_current DESC, last_used_at DESC, id`,
);

export const extendSession = statement<never, [tokenHash: Buffer]>(
  `UPDATE sessions SET last_used_at = now(), expires_at = least(
     now() + interval '${SESSION_DAYS} days', created_at + interval '${SESSION_MAX_DAYS} days')
   WHERE token_hash = $1`,
);

export const endSurplusSessions = sql<never, [userId: string]>(
  `DELETE FROM sessions WHERE user_id = $1 AND token_hash NOT IN (
     SELECT token_hash FROM sessions WHERE user_id = $1 AND expires_at > now()
     ORDER BY expires_at DESC, created_at DESC LIMIT ${MAX_SESSIONS_PER_USER})`,
);

export const deleteSessionsOf = sql<{ was_valid: boolean }, [userId: string]>(
  'DELETE FROM sessions WHERE user_id = $1 RETURNING expires_at > now() AND ended_at IS NULL AS was_valid',
);

/** No row if the proof was used before. Kept longer than proofs are valid, because clocks may differ. */
export const insertUsedProof = sql<{ used: true }, [proofHash: Buffer]>(
  `INSERT INTO used_proofs (proof_hash, expires_at) VALUES ($1, now() + interval '${2 * WIDGET_MAX_AGE_SECONDS} seconds')
   ON CONFLICT DO NOTHING RETURNING true AS used`,
);

/** Expired sessions and proofs are refused even if they are not deleted. */
export const deleteExpiredCredentials = sql(
  'WITH expired AS (DELETE FROM sessions WHERE expires_at < now()) DELETE FROM used_proofs WHERE expires_at < now()',
);
