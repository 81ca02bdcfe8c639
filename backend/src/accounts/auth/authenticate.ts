import type { Db } from '../../database/statement.ts';
import { unauthorized } from '../../server/http/errors.ts';
import type { Authenticate } from '../../server/http/mountEndpoint.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { extendSession, findSession } from './sessions.query.ts';

/** The two session headers must belong to the same user. */
export function createAuthenticate(db: Db): Authenticate {
  return async (sessionToken, telegramId) => {
    if (!sessionToken || !telegramId) throw unauthorized('auth.required', 'Please sign in first.');
    const sessionHash = hashSecret(sessionToken);
    const [session] = await findSession(db, [sessionHash, telegramId]);
    if (session && !session.is_active) throw unauthorized('auth.deactivated', 'Your account is deactivated.');
    if (!session || session.is_ended) {
      throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
    }
    if (session.is_stale) await extendSession(db, [sessionHash]);
    return { id: session.id, telegramId, isAdmin: session.is_admin, sessionHash };
  };
}
