import { microBatch } from '../database/microBatch.ts';
import type { Db } from '../database/statement.ts';
import { unauthorized } from '../http/errors.ts';
import type { Authenticate } from '../http/mountEndpoint.ts';
import { hashSecret } from '../http/secrets.ts';
import { extendSession, findSessions, type SessionRow } from './sessions.query.ts';

interface Credentials {
  readonly tokenHash: Buffer;
  readonly telegramId: string;
}

async function sessionsOf(db: Db, asked: readonly Credentials[]): Promise<(SessionRow | undefined)[]> {
  const rows = await findSessions(db, [
    asked.map(({ tokenHash }) => tokenHash),
    asked.map(({ telegramId }) => telegramId),
  ]);
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return asked.map((_, position) => byPosition.get(position));
}

/** Throws 401. The sessions of simultaneous calls are read by one statement, which starts after these calls have arrived. */
export function createAuthenticate(db: Db): Authenticate {
  const findSession = microBatch({
    run: (asked: readonly Credentials[]) => sessionsOf(db, asked),
    runAlone: async (asked: Credentials) => (await sessionsOf(db, [asked]))[0],
  });
  return async (sessionToken, telegramId) => {
    if (!sessionToken || !telegramId) throw unauthorized('auth.required', 'Please sign in first.');
    const sessionHash = hashSecret(sessionToken);
    const session = await findSession({ tokenHash: sessionHash, telegramId });
    if (session && !session.is_active) throw unauthorized('auth.deactivated', 'Your account is deactivated.');
    if (!session || session.is_ended) {
      throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
    }
    if (session.is_stale) await extendSession(db, [sessionHash]);
    return { id: session.id, telegramId, isAdmin: session.is_admin, sessionHash };
  };
}
