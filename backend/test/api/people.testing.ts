import { randomInt } from 'node:crypto';
import { type AuditEvent, listAuditEvents } from '@flyerdeck/contracts';
import type { Credentials, TestServer } from '../testServer.ts';

/** A signed-in user with the welcome bonus. */
export interface Person {
  readonly id: string;
  readonly telegramId: string;
  readonly as: Credentials;
}

export async function signUp(server: TestServer, { admin = false } = {}): Promise<Person> {
  const as = await server.signIn(String(randomInt(1e11, 1e12 - 1)));
  const { rows } = await server.context.pool.query<{ id: string }>(
    'UPDATE users SET is_admin = $2 WHERE telegram_id = $1 RETURNING id',
    [as.telegramId, admin],
  );
  const id = rows[0]?.id;
  if (!id) throw new Error('The user was not created.');
  return { id, telegramId: as.telegramId, as };
}

export const signUpAdmin = (server: TestServer) => signUp(server, { admin: true });

/** One admin for all tests of a file. */
export function useAdmin(server: TestServer): Person {
  let admin: Person | undefined;
  beforeAll(async () => {
    admin = await signUpAdmin(server);
  });
  const get = <Key extends keyof Person>(key: Key): Person[Key] => (admin as Person)[key];
  return {
    get id() {
      return get('id');
    },
    get telegramId() {
      return get('telegramId');
    },
    get as() {
      return get('as');
    },
  };
}

/** What admins changed of a user, newest first. */
export async function changesOf(server: TestServer, admin: Person, telegramId: string): Promise<readonly AuditEvent[]> {
  const query = { user_id: telegramId, is_change: true } as const;
  return (await server.call(listAuditEvents, { as: admin.as, query })).json.events;
}
