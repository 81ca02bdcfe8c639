import { randomUUID } from 'node:crypto';
import { listAssistants } from '@flyerdeck/contracts';
import { buildPage, buildQueuedAssistant } from '../../test/factories.ts';
import type { TestServer } from '../../test/testServer.ts';
import { type Person, signUp } from './people.testing.ts';

export const assistantNotFound = { code: 'assistant.not_found', sentence: 'There is no such assistant.' };

/** What tests of several calls about assistants begin with. */
export function assistantsOn(server: TestServer) {
  const database = () => server.context.db;
  return {
    database,
    assistantsOf: async ({ as }: Person) => (await server.call(listAssistants, { as })).json,
    /** An owner who posts, a page, and an assistant in its line. */
    async queued({ flyers = ['One'] } = {}) {
      const owner = await signUp(server);
      await database().query('UPDATE users SET is_posting_active = true WHERE id = $1', [owner.id]);
      const page = await buildPage(database(), owner.id);
      const { id } = await buildQueuedAssistant(database(), owner.id, { pages: [page], flyers });
      return { owner, page, as: owner.as, params: { id } };
    },
    /** A call about an assistant that nobody has. */
    unknown: async () => ({ as: (await signUp(server)).as, params: { id: randomUUID() } }),
  };
}
