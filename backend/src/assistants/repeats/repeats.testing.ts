import { listAssistants, type RepeatBody, saveRepeat } from '@flyerdeck/contracts';
import { DAILY } from '../../../test/api/assistants.testing.ts';
import { signUp } from '../../../test/api/people.testing.ts';
import { buildAssistant, buildPage } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/testServer.ts';
import { runRepeatJob } from './runRepeats.ts';

export function repeatsOn(server: TestServer) {
  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await server.context.pool.query(text, values)).rows as Row[];

  /** An assistant with two flyers and a page, and a repeat that was due `late` ago. */
  async function dueRepeat({ late = '1 second', ...changes }: Partial<RepeatBody> & { late?: string } = {}) {
    const owner = await signUp(server);
    const { as } = owner;
    const page = await buildPage(server.context.db, owner.id);
    const rules = { target_pages: [page.guid], delay_between_tasks_hours: 2 };
    const { id } = await buildAssistant(server.context.db, owner.id, {
      name: 'Evening',
      flyers: ['One', 'Two'],
      rules,
    });
    const call = { as, params: { id } };
    await server.call(saveRepeat, { ...call, body: { ...DAILY, ...changes } });
    const becomeDue = (late = '1 second') =>
      query('UPDATE repeats SET next_at = clock_timestamp() - $2::interval WHERE assistant_id = $1', [id, late]);
    await becomeDue(late);
    const assistants = async () => (await server.call(listAssistants, { as })).json;
    return {
      owner,
      page,
      call,
      id,
      becomeDue,
      /** Those that the repeat has made, newest first. */
      copies: async () => (await assistants()).filter(({ _id }) => _id !== id),
      read: async () => (await assistants()).find(({ _id }) => _id === id)?.repeat,
      runs: () =>
        query<{ planned_at: Date }>('SELECT * FROM repeat_runs WHERE repeat_id = $1 ORDER BY planned_at', [id]),
    };
  }

  /** Runs the due repeats, as their jobs do. */
  async function run(): Promise<void> {
    const context = { abortSignal: new AbortController().signal };
    const due = await query<{ owner_id: string; assistant_id: string }>(
      'SELECT owner_id, assistant_id FROM repeats JOIN assistants ON id = assistant_id WHERE next_at <= now() AND paused_at IS NULL',
    );
    await Promise.all(due.map((repeat) => runRepeatJob(server.context)(repeat, context)));
  }

  return { query, dueRepeat, run };
}
