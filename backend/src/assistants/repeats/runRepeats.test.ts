import { join } from 'node:path';
import {
  createAssistant,
  deleteRepeat,
  eraseAccount,
  NO_RULES,
  pauseRepeat,
  saveRepeat,
  updateAssistant,
} from '@flyerdeck/contracts';
import { DAILY } from '../../../test/api/assistants.testing.ts';
import { fillOn } from '../../../test/api/userLimits.testing.ts';
import { buildPendingLoad } from '../../../test/factories.ts';
import { killAtLock } from '../../../test/killAtLock.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { crashPoints } from '../../../test/tryStories.ts';
import { repeatsOn } from './repeats.testing.ts';

const server = useTestServer();
const { query, dueRepeat, run } = repeatsOn(server);

test('a due repeat adds a copy to the queue, as its owner would, and plans the next run', async () => {
  const repeat = await dueRepeat();
  await run();
  const [copy, ...others] = await repeat.copies();
  expect(others).toEqual([]);
  expect(copy).toMatchObject({ name: 'Evening', status: 'in_queue', active_task_count: 2, repeat: null });
  const postings = await query<{ delay_hours: number }>(
    'SELECT delay_hours FROM page_postings WHERE assistant_id = $1 ORDER BY sequence_order',
    [copy?._id],
  );
  expect(postings).toEqual([{ delay_hours: 0 }, { delay_hours: 2 }]);
  const { next_at, ...shown } = (await repeat.read()) ?? {};
  expect(shown).toMatchObject({ runs: 1, last_run: { assistant_id: copy?._id, problem: null } });
  expect(Date.parse(next_at ?? '')).toBeGreaterThan(Date.now());
  await run();
  expect(await repeat.copies()).toHaveLength(1);
});

test('a run that was missed by more than a day is skipped, and the card says why', async () => {
  const { rows } = await server.context.pool.query("SELECT extract(isodow FROM now() - interval '3 days')::int AS day");
  const repeat = await dueRepeat({ late: '3 days', every_days: null, weekdays: [rows[0].day] });
  await run();
  expect(await repeat.copies()).toEqual([]);
  expect((await repeat.read())?.last_run?.problem).toBe('Flyerdeck was not running at this time.');
  expect(Date.parse((await repeat.read())?.next_at ?? '')).toBeGreaterThan(Date.now());
});

test('two servers at once: every planned time runs once', async () => {
  const repeats = await Promise.all([1, 2, 3].map(() => dueRepeat()));
  for (let time = 1; time <= 2; time++) {
    await Promise.all([run(), run(), run(), run()]);
    for (const repeat of repeats) {
      expect(await repeat.copies()).toHaveLength(time);
      expect(await repeat.runs()).toHaveLength(time);
      await repeat.becomeDue();
    }
  }
});

test.each(crashPoints(2, ['page_postings', 'repeats', 'tasks', 'repeat_runs']))(
  'a server that is killed while it writes %s leaves nothing, and the next one runs the repeat once',
  async (table) => {
    const repeat = await dueRepeat();
    const src = (file: string) => JSON.stringify(join(import.meta.dirname, file));
    await killAtLock(
      server.context.pool,
      table,
      `const { openDatabase } = await import(${src('../../dataSource.ts')});
       const { runRepeat } = await import(${src('runRepeats.ts')});
       const db = await openDatabase(process.env.DATABASE, { applicationName: 'killed' });
       console.log('started');
       await db.transaction((db) => runRepeat(db, { ownerId: process.env.OWNER, assistantId: process.env.ID }));
       await new Promise(() => setInterval(() => {}, 1000));`,
      { OWNER: repeat.owner.id, ID: repeat.id },
    );
    expect([await repeat.copies(), await repeat.runs()]).toEqual([[], []]);
    await run();
    expect(await repeat.copies()).toHaveLength(1);
  },
  60_000,
);

describe('the end', () => {
  it('comes after the number of runs', async () => {
    const repeat = await dueRepeat({ max_runs: 2 });
    await run();
    expect(await repeat.read()).toMatchObject({ runs: 1, next_at: expect.any(String) });
    await repeat.becomeDue();
    await run();
    expect(await repeat.read()).toMatchObject({ runs: 2, next_at: null });
    await run();
    expect(await repeat.copies()).toHaveLength(2);
  });
});

describe('a copy that cannot be queued is not made; the reason is shown, and the repeat goes on', () => {
  type Repeat = Awaited<ReturnType<typeof dueRepeat>>;
  test.each<[problem: RegExp, arrange: (repeat: Repeat) => Promise<unknown>]>([
    [
      /^Choose at least one target page or tag first\.$/,
      ({ call }) => server.call(updateAssistant, { ...call, body: { posting_rules: NO_RULES } }),
    ],
    [
      /^None of your linked pages match/,
      ({ owner }) => query('UPDATE pages SET unlinked_at = now() WHERE owner_id = $1', [owner.id]),
    ],
    [/^Add at least one flyer first\.$/, ({ id }) => query('DELETE FROM tasks WHERE assistant_id = $1', [id])],
    [/^There can be at most 200 assistants/, ({ owner }) => fillOn(server).assistants(owner.id, 199)],
    [
      /^At most 200,000 postings can be unfinished at the same time/,
      ({ owner }) => buildPendingLoad(server.context.db, owner.id, 1),
    ],
    [
      /^The assistant is paused\. Resume it first\.$/,
      ({ id }) => query("UPDATE assistants SET pause_reason = 'user', queued_at = now() WHERE id = $1", [id]),
    ],
  ])('%s', async (problem, arrange) => {
    const repeat = await dueRepeat();
    await arrange(repeat);
    const before = (await repeat.copies()).length;
    await run();
    expect(await repeat.copies()).toHaveLength(before);
    expect(await repeat.read()).toMatchObject({
      runs: 0,
      last_run: { assistant_id: null, problem: expect.stringMatching(problem) },
    });
    expect(Date.parse((await repeat.read())?.next_at ?? '')).toBeGreaterThan(Date.now());
  });
});

describe('with 200 assistants', () => {
  const finished = (ownerId: string, count: number) =>
    query<{ id: string }>(
      `INSERT INTO assistants (owner_id, posting_rules, queued_at, of_repeat, created_at)
       SELECT $1, $3, now(), true, now() - n * interval '1 day' FROM generate_series($2::int, 1, -1) n RETURNING id`,
      [ownerId, count, NO_RULES],
    );

  test('the oldest finished runs of repeats make room for the next run, and for assistants that the user creates', async () => {
    const repeat = await dueRepeat();
    const [oldest, second, third] = await finished(repeat.owner.id, 199);
    // This run is repeated itself.
    await query('UPDATE repeats SET assistant_id = $2, next_at = NULL WHERE assistant_id = $1', [
      repeat.id,
      oldest?.id,
    ]);
    await server.call(saveRepeat, { ...repeat.call, body: DAILY });
    await repeat.becomeDue();
    await run();
    expect((await repeat.read())?.last_run).toMatchObject({ problem: null });
    await server.call(createAssistant, { as: repeat.call.as });
    const left = (await repeat.copies()).map(({ _id }) => _id);
    expect(left).toHaveLength(199);
    expect([oldest, second, third].map((run) => left.includes(run?.id ?? ''))).toEqual([true, false, false]);
  });
});

describe('a repeat stops', () => {
  it('while it is paused; what was missed meanwhile is skipped', async () => {
    const repeat = await dueRepeat();
    await server.call(pauseRepeat, { ...repeat.call, body: { is_paused: true } });
    await run();
    await server.call(pauseRepeat, { ...repeat.call, body: { is_paused: false } });
    await run();
    expect([await repeat.copies(), await repeat.runs()]).toEqual([[], []]);
  });

  it('when it is deleted, and the copies stay', async () => {
    const repeat = await dueRepeat();
    await run();
    await repeat.becomeDue();
    await server.call(deleteRepeat, repeat.call);
    await run();
    expect(await repeat.copies()).toHaveLength(1);
  });

  it('when the account is erased, also at the same moment', async () => {
    const repeats = await Promise.all([1, 2, 3, 4].map(() => dueRepeat()));
    const erase = ({ call }: { call: { as: (typeof repeats)[0]['call']['as'] } }) =>
      server.call(eraseAccount, { as: call.as, body: { confirm: 'DELETE' } });
    await Promise.all([run(), ...repeats.map(erase), run()]);
    const owners = repeats.map(({ owner }) => owner.id);
    expect(
      await query('SELECT 1 FROM repeats JOIN assistants a ON a.id = assistant_id WHERE owner_id = ANY ($1)', [owners]),
    ).toEqual([]);
    expect(await query('SELECT 1 FROM assistants WHERE owner_id = ANY ($1) AND deleted_at IS NULL', [owners])).toEqual(
      [],
    );
  });
});
