import type { Pool } from 'pg';
import { statement } from '../database/statement.ts';
import { unauthorized } from '../http/errors.ts';
import { hashSecret } from '../http/secrets.ts';
import type { Authenticate } from '../http/signedInUser.ts';

export const SESSION_DAYS = 30;
/** However busy a session is: a stolen token must not live for ever. */
export const SESSION_MAX_DAYS = 90;

/** How exactly the last use is known: a session that is used all the time is written once in so many minutes. */
export const LAST_USE_MINUTES = 10;

type SessionRow = { id: string; is_admin: boolean; is_active: boolean; is_ended: boolean; is_stale: boolean };

const findSession = statement<SessionRow, [Buffer, string]>(
  'session',
  `SELECT u.id, u.is_admin, u.is_active, s.ended_at IS NOT NULL AS is_ended,
     s.last_used_at < now() - interval '${LAST_USE_MINUTES} minutes' OR s.expires_at < least(
       now() + interval '${SESSION_DAYS - 1} days', s.created_at + interval '${SESSION_MAX_DAYS} days') AS is_stale
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = $1 AND u.telegram_id = $2 AND s.expires_at > now()`,
);
// Sliding, at most once in ten minutes, so that reading costs no write.
const slideSession = statement<never, [Buffer]>(
  'slide_session',
  `UPDATE sessions SET last_used_at = now(), expires_at = least(
     now() + interval '${SESSION_DAYS} days', created_at + interval '${SESSION_MAX_DAYS} days')
   WHERE token_hash = $1`,
);

/** Both headers must be there and belong together; a deactivated account is told so. */
export const createAuthenticate =
  (pool: Pool): Authenticate =>
  async (sessionToken, telegramId) => {
    if (!sessionToken || !telegramId) throw unauthorized('auth.required', 'Please sign in first.');
    const sessionHash = hashSecret(sessionToken);
    const [session] = await findSession(pool, [sessionHash, telegramId]);
    if (session && !session.is_active) throw unauthorized('auth.deactivated', 'Your account is deactivated.');
    if (!session || session.is_ended) {
      throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
    }
    if (session.is_stale) await slideSession(pool, [sessionHash]);
    return { id: session.id, telegramId, isAdmin: session.is_admin, sessionHash };
  };
