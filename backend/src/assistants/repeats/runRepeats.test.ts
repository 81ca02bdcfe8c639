import { join } from 'node:path';
import {
  createAssistant,
  deleteAssistant,
  deleteRepeat,
  eraseAccount,
  NO_RULES,
  pauseAssistant,
  pauseRepeat,
  saveRepeat,
  updateAssistant,
} from '@flyerdeck/contracts';
import { DAILY } from '../../../test/api/assistants.testing.ts';
import { fillOn } from '../../../test/api/userLimits.testing.ts';
import { buildPendingLoad } from '../../../test/factories.ts';
import { killAtLock } from '../../../test/killAtLock.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { runJobs } from '../../../test/runJobs.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { crashPoints } from '../../../test/tryStories.ts';
import { enqueueJob } from '../../jobs/enqueue.query.ts';
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

const jobsOf = ({ id }: { id: string }) =>
  query<{ run_at: Date }>('SELECT run_at FROM graphile_worker.jobs WHERE key = $1', [`repeat:${id}`]);
const nextOf = async ({ read }: Awaited<ReturnType<typeof dueRepeat>>) => [
  { run_at: new Date((await read())?.next_at ?? '') },
];

test('a repeat has one job, at its next time, while it goes on', async () => {
  const repeat = await dueRepeat();
  const { call } = repeat;
  await server.call(saveRepeat, { ...call, body: { ...DAILY, local_time: '17:00' } });
  const first = await nextOf(repeat);
  expect(await jobsOf(repeat)).toEqual(first);
  await server.call(saveRepeat, { ...call, body: { ...DAILY, local_time: '19:00' } });
  expect(await jobsOf(repeat)).toEqual(await nextOf(repeat));
  expect(await nextOf(repeat)).not.toEqual(first);
  await server.call(pauseRepeat, { ...call, body: { is_paused: true } });
  expect(await jobsOf(repeat)).toEqual([]);
  await server.call(pauseRepeat, { ...call, body: { is_paused: false } });
  expect(await jobsOf(repeat)).toEqual(await nextOf(repeat));
  await repeat.becomeDue();
  await runJobs(server);
  expect(await repeat.copies()).toHaveLength(1);
  expect(await jobsOf(repeat)).toEqual(await nextOf(repeat));
  await server.call(deleteRepeat, call);
  expect(await jobsOf(repeat)).toEqual([]);
});

test('a repeat whose job was lost gets it again, and no other repeat a second one', async () => {
  const [lost, kept] = [await dueRepeat(), await dueRepeat()];
  await query('DELETE FROM graphile_worker._private_jobs WHERE key = $1', [`repeat:${lost.id}`]);
  await enqueueJob(server.context.db, 'housekeeping', {});
  await runJobs(server);
  await runJobs(server);
  expect([await lost.copies(), await kept.copies()].map(({ length }) => length)).toEqual([1, 1]);
});

test('the repeats of several owners run at the same time', async () => {
  const locked = await dueRepeat({ late: '1 minute' });
  const queueOf = async ({ id }: { id: string }) =>
    (
      await query<{ queue_name: string }>('SELECT queue_name FROM graphile_worker.jobs WHERE key = $1', [
        `repeat:${id}`,
      ])
    )[0];
  let other = await dueRepeat();
  // Some owners share a queue.
  while ((await queueOf(other))?.queue_name === (await queueOf(locked))?.queue_name) other = await dueRepeat();
  const holder = await server.context.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [locked.owner.id]);
    const running = Promise.all([runJobs(server), runJobs(server)]);
    while ((await other.runs()).length === 0) await waitForLockWait(server.context.db);
    expect(await locked.runs()).toEqual([]);
    await holder.query('COMMIT');
    await running;
  } finally {
    holder.release();
  }
  expect([await locked.copies(), await other.copies()].map(({ length }) => length)).toEqual([1, 1]);
});

test('after 3 days of downtime a daily repeat runs once, not three times', async () => {
  const repeat = await dueRepeat({ late: '3 days' });
  await run();
  await run();
  expect(await repeat.copies()).toHaveLength(1);
  const [{ planned_at } = { planned_at: new Date(0) }] = await repeat.runs();
  expect(Date.now() - planned_at.getTime()).toBeLessThan(24 * 3_600_000);
  const { next_at } = (await repeat.read()) ?? {};
  expect(Date.parse(next_at ?? '') - planned_at.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
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

test('a clock that is set back runs no planned time again, and the repeat goes on', async () => {
  const repeat = await dueRepeat();
  await run();
  const [{ planned_at } = { planned_at: new Date(0) }] = await repeat.runs();
  await query('UPDATE repeats SET next_at = $2 WHERE assistant_id = $1', [repeat.id, planned_at]);
  await run();
  expect(await repeat.copies()).toHaveLength(1);
  await repeat.becomeDue();
  await run();
  expect(await repeat.copies()).toHaveLength(2);
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

  it('comes after the run of the last day', async () => {
    const repeat = await dueRepeat();
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date());
    // The day's time has passed at 00:00.
    await query("UPDATE repeats SET ends_on = $2, local_time = '00:00' WHERE assistant_id = $1", [repeat.id, today]);
    await run();
    expect(await repeat.copies()).toHaveLength(1);
    expect(await repeat.read()).toMatchObject({ next_at: null });
  });

  it('does not come by runs that were refused', async () => {
    const repeat = await dueRepeat({ max_runs: 1 });
    await query('DELETE FROM tasks WHERE assistant_id = $1', [repeat.id]);
    await run();
    expect(await repeat.read()).toMatchObject({ runs: 0, next_at: expect.any(String) });
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

  test('while the account is deactivated', async () => {
    const repeat = await dueRepeat();
    await query('UPDATE users SET is_active = false WHERE id = $1', [repeat.owner.id]);
    await run();
    expect(await repeat.runs()).toMatchObject([{ copy_id: null, problem: 'The account is deactivated.' }]);
  });

  test('and one that fails does not stop the others', async () => {
    const [broken, repeat] = [await dueRepeat({ late: '1 minute' }), await dueRepeat()];
    await query(`ALTER TABLE tasks ADD CONSTRAINT broken CHECK (owner_id <> '${broken.owner.id}') NOT VALID`);
    await runJobs(server);
    expect([await broken.copies(), await broken.runs()]).toEqual([[], []]);
    expect(await repeat.copies()).toHaveLength(1);
    await query('ALTER TABLE tasks DROP CONSTRAINT broken');
    await query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE last_error IS NOT NULL');
    await runJobs(server);
    expect(await broken.copies()).toHaveLength(1);
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

  test.each([
    ['unfinished ones', "UPDATE page_postings SET status = 'posted' WHERE owner_id = $1"],
    ['those that the user made', 'UPDATE assistants SET of_repeat = false WHERE owner_id = $1'],
  ])('%s do not', async (_, arrange) => {
    const repeat = await dueRepeat();
    await run();
    await query("UPDATE page_postings SET status = 'completed' WHERE owner_id = $1", [repeat.owner.id]);
    await query(arrange, [repeat.owner.id]);
    await fillOn(server).assistants(repeat.owner.id, 198);
    await repeat.becomeDue();
    await run();
    expect((await repeat.read())?.last_run?.problem).toMatch(/^There can be at most 200 assistants/);
    expect(await repeat.copies()).toHaveLength(199);
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

  it('when its assistant is deleted, also at the same moment', async () => {
    const repeats = await Promise.all([1, 2, 3, 4].map(() => dueRepeat()));
    await Promise.all([run(), ...repeats.map(({ call }) => server.call(deleteAssistant, call)), run()]);
    expect(await query('SELECT 1 FROM repeats WHERE next_at < now()')).toEqual([]);
    const made = await Promise.all(repeats.map(({ copies }) => copies()));
    await run();
    expect(await Promise.all(repeats.map(({ copies }) => copies()))).toEqual(made);
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

  it('not by pausing a copy', async () => {
    const repeat = await dueRepeat();
    await run();
    const [copy] = await repeat.copies();
    await server.call(pauseAssistant, { as: repeat.call.as, params: { id: copy?._id ?? '' } });
    await repeat.becomeDue();
    await run();
    expect(await repeat.copies()).toHaveLength(2);
  });
});
