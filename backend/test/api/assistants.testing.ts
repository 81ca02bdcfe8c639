import { randomUUID } from 'node:crypto';
import { listAssistants, type RepeatBody } from '@flyerdeck/contracts';
import { buildPage, buildQueuedAssistant } from '../factories.ts';
import type { TestServer } from '../testServer.ts';
import { type Person, signUp } from './people.testing.ts';

export const assistantNotFound = 'assistant.not_found';

/** A repeat at 18:00 in Berlin on every day. */
export const DAILY: RepeatBody = {
  every_days: 1,
  weekdays: [],
  local_time: '18:00',
  time_zone: 'Europe/Berlin',
  starts_on: '2026-01-01',
  ends_on: null,
  max_runs: null,
};

/** Setup for tests of calls about assistants. */
export function assistantsOn(server: TestServer) {
  const database = () => server.context.db;
  return {
    database,
    assistantsOf: async ({ as }: Person) => (await server.call(listAssistants, { as })).json,
    /** An owner with posting on, a page, and an assistant in the queue of this page. */
    async queued({ flyers = ['One'] } = {}) {
      const owner = await signUp(server);
      await database().query('UPDATE users SET is_posting_active = true WHERE id = $1', [owner.id]);
      const page = await buildPage(database(), owner.id);
      const { id } = await buildQueuedAssistant(database(), owner.id, { pages: [page], flyers });
      return { owner, page, as: owner.as, params: { id } };
    },
    /** Credentials and parameters of a call about an assistant that does not exist. */
    unknown: async () => ({ as: (await signUp(server)).as, params: { id: randomUUID() } }),
  };
}
