import { addToQueue as addToQueueCall, type PostingRules, pauseAssistant, resumeAssistant } from '@flyerdeck/contracts';
import fc from 'fast-check';
import { signUp } from '../../../test/api/people.testing.ts';
import { unlinkPages } from '../../../test/asRoutes.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import {
  type BuiltPage,
  buildAssistant,
  buildPage,
  buildPendingLoad,
  buildQueuedAssistant,
  buildUser,
} from '../../../test/factories.ts';
import { killAtLock } from '../../../test/killAtLock.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { runJobs } from '../../../test/runJobs.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { useTestServer } from '../../../test/testServer.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { switchPosting } from '../../postings/queue/queue.query.ts';
import { readAssistant } from '../assistants.query.ts';
import { applyPresetRules, copyAssistant, updateAssistant } from '../assistants.service.ts';
import { addPreset, removePreset, updatePreset } from '../presets/presets.service.ts';
import { listTasksByStatus } from '../tasks/tasks.query.ts';
import { addToQueue, delayHours, planRuns } from './addToQueue.ts';
import { createWordMatcher } from './forecast.ts';

const server = useTestServer();
const db = () => server.context.db;
const FLYERS = 250;

/** An assistant with 250 flyers, each of which is republished: the request adds the postings of 4 pages, a job those of the others. */
async function largeClick({ pages: count = 6 } = {}) {
  const owner = await signUp(server);
  await switchPosting(db(), [owner.id, true]);
  const pages: BuiltPage[] = [];
  for (let n = 0; n < count; n++) pages.push(await buildPage(db(), owner.id));
  pages.sort((a, b) => (a.guid < b.guid ? -1 : 1));
  const { id } = await buildAssistant(db(), owner.id, {
    flyers: Array.from({ length: FLYERS }, (_, n) => `Flyer ${n}`),
    rules: { target_pages: pages.map(({ guid }) => guid), duplication_time_hours: 12 },
  });
  const call = { as: owner.as, params: { id } };
  const answer = await server.call(addToQueueCall, call);
  return {
    owner,
    pages,
    id,
    call,
    answer,
    read: () => readAssistant(db(), owner.id, id),
    count: async () => {
      const [row] = await db().query(
        `SELECT count(*)::int AS postings, count(DISTINCT page_guid)::int AS pages,
           count(DISTINCT (task_id, page_guid, is_duplicate))::int AS different,
           (SELECT sum(pending_count)::int FROM tasks WHERE assistant_id = $1) AS pending
         FROM page_postings WHERE assistant_id = $1`,
        [id],
      );
      return row;
    },
  };
}

test('many postings are added by a job, and nothing is posted before all are added', async () => {
  const { answer, pages, call, read, count } = await largeClick();
  expect(answer.json).toMatchObject({
    message: '3000 postings are being added to the queue.',
    postings: 3_000,
    assistant: { status: 'in_queue', pause_reason: null, queueing: { added: 2_000, postings: 3_000 } },
  });
  const device = deviceOf(db(), pages[0] as BuiltPage);
  expect(await device.poll()).toMatchObject({ claimed: null, waitReason: 'being_queued' });
  expect(await server.call(pauseAssistant, call)).toMatchObject({ status: 409 });
  expect(await server.call(resumeAssistant, call)).toMatchObject({ status: 409 });
  await runJobs(server);
  expect(await read()).toMatchObject({ status: 'pending', queueing: null });
  expect(await count()).toEqual({ postings: 3_000, pages: 6, different: 3_000, pending: 1_500 });
  expect(await device.claim()).toMatchObject({ description: 'Flyer 0' });
});

test('a job that is killed goes on where it was, and adds nothing twice', async () => {
  const { read, count } = await largeClick({ pages: 10 });
  const [job] = await db().query(
    "SELECT payload FROM graphile_worker._private_jobs WHERE payload ->> 'assistant_id' = $1",
    [(await read())._id],
  );
  await killAtLock(
    server.context.pool,
    'tasks',
    `import { openDatabase } from '${import.meta.dirname}/../../dataSource.ts';
     import { addQueuedPostings } from '${import.meta.dirname}/./queueing.ts';
     const db = await openDatabase(process.env.DATABASE, { applicationName: 'killed' });
     console.log('ready');
     await addQueuedPostings({ db, hints: { send() {} } })(${JSON.stringify(job.payload)}, { abortSignal: new AbortController().signal });`,
  );
  expect(await read()).toMatchObject({ queueing: { added: 2_000, postings: 5_000 } });
  expect(await count()).toMatchObject({ postings: 2_000, pending: 1_000 });
  await runJobs(server);
  expect(await count()).toEqual({ postings: 5_000, pages: 10, different: 5_000, pending: 2_500 });
});

test('a page that is unlinked meanwhile gets no further postings, also if it is linked again', async () => {
  const { owner, pages, read, count } = await largeClick();
  const [unlinked, relinked] = [pages[4] as BuiltPage, pages[5] as BuiltPage];
  await unlinkPages(db(), { ownerId: owner.id, pageGuids: [unlinked.guid, relinked.guid] });
  await db().query('UPDATE pages SET unlinked_at = NULL, linked_at = now() WHERE guid = $1', [relinked.guid]);
  await runJobs(server);
  expect(await read()).toMatchObject({ queueing: null });
  expect(await count()).toMatchObject({ pages: 4, postings: 2_000 });
});

test('simultaneous calls together keep the limit of unfinished postings', async () => {
  const owner = await signUp(server);
  const page = await buildPage(db(), owner.id);
  await buildPendingLoad(db(), owner.id, 2);
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { id } = await buildAssistant(db(), owner.id, { rules: { target_pages: [page.guid] } });
      return server.call(addToQueueCall, { as: owner.as, params: { id } });
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422]);
});

describe('Add to Queue', () => {
  const database = useTestDatabase();
  const db = () => database.db;
  const add = (ownerId: string, id: string) => db().transaction((manager) => addToQueue(manager, ownerId, id));
  const statusesOf = async (pageGuid: string): Promise<string[]> =>
    (await db().query('SELECT status FROM page_postings WHERE page_guid = $1', [pageGuid])).map(
      (row: { status: string }) => row.status,
    );

  it('creates one duplicate of each posting, delayed by duplication_time_hours', async () => {
    const owner = await buildUser(db());
    const page = await buildPage(db(), owner.id);
    const { id } = await buildAssistant(db(), owner.id, {
      flyers: ['a', 'b'],
      rules: {
        target_pages: [page.guid],
        start_delay_hours: 1,
        delay_between_tasks_hours: 2,
        duplication_time_hours: 12,
      },
    });
    expect(await add(owner.id, id)).toBe(4);
    const rows = await db().query(
      `SELECT d.delay_hours, d.is_duplicate, o.sequence_order = d.sequence_order AS fits FROM page_postings d
     LEFT JOIN page_postings o ON o.id = d.duplicate_of WHERE d.assistant_id = $1 ORDER BY d.sequence_order, d.is_duplicate`,
      [id],
    );
    expect(rows.map((row: { delay_hours: number }) => row.delay_hours)).toEqual([1, 13, 3, 15]);
    expect(rows.map((row: { fits: boolean | null }) => row.fits)).toEqual([null, true, null, true]);
  });

  it('happens once for simultaneous requests', async () => {
    const owner = await buildUser(db());
    const page = await buildPage(db(), owner.id);
    const { id } = await buildAssistant(db(), owner.id, { rules: { target_pages: [page.guid] } });
    const requests = await Promise.allSettled(Array.from({ length: 6 }, () => add(owner.id, id)));
    expect(requests.filter((request) => request.status === 'fulfilled')).toHaveLength(1);
    for (const request of requests) {
      if (request.status === 'rejected') {
        expect(request.reason).toMatchObject({
          status: 409,
          message: 'Only assistants in waiting state can be added to queue.',
        });
      }
    }
    const [row] = await db().query('SELECT count(*)::int AS n FROM page_postings WHERE assistant_id = $1', [id]);
    expect(row.n).toBe(1);
  });

  it('leaves no waiting postings on a page that is unlinked at the same time', async () => {
    const owner = await buildUser(db());
    const [unlinked, linked] = [await buildPage(db(), owner.id), await buildPage(db(), owner.id)];
    const targets = { target_pages: [unlinked.guid, linked.guid] };
    const first = await buildAssistant(db(), owner.id, { flyers: ['a'], rules: targets });
    let unlinking: Promise<unknown> = Promise.resolve();
    await db().transaction(async (manager) => {
      await addToQueue(manager, owner.id, first.id);
      unlinking = unlinkPages(db(), { ownerId: owner.id, pageGuids: [unlinked.guid] });
      await waitForLockWait(db());
    });
    await unlinking;
    expect(await statusesOf(unlinked.guid)).toEqual(['failed']);
    expect(await statusesOf(linked.guid)).toEqual(['pending']);
  });
});

const delays = (flyers: number, list: number[], start: number, between: number) =>
  planRuns(flyers, list).map((position) =>
    delayHours(position, { start_delay_hours: start, delay_between_tasks_hours: between }),
  );

describe('runs', () => {
  it('have these delays in hours with start 1, between 2 and list 2,1: 1, 3 | 1 | 1, 3', () => {
    expect(delays(5, [2, 1], 1, 2)).toEqual([1, 3, 1, 1, 3]);
    expect(planRuns(5, [2, 1]).map(({ run }) => run)).toEqual([0, 0, 1, 2, 2]);
  });

  it('contain every flyer once, with positions from zero in each run, for any list', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.array(fc.nat(9), { maxLength: 12 }), (flyers, list) => {
        const places = planRuns(flyers, list);
        expect(places).toHaveLength(flyers);
        places.forEach((place, index) => {
          const before = places[index - 1];
          if (!before || before.run !== place.run) expect(place.position).toBe(0);
          else expect(place.position).toBe(before.position + 1);
        });
        const lengths = list.filter((length) => length > 0);
        const sizes = new Map<number, number>();
        for (const { run } of places) sizes.set(run, (sizes.get(run) ?? 0) + 1);
        for (const [run, size] of sizes)
          if (run < lengths.length) expect(size).toBeLessThanOrEqual(lengths[run] as number);
      }),
    );
  });
});

test.each([
  ['Ещё СКИДКА!', ['скидка'], ['скидка']],
  ['скидками', ['скидка'], []],
  ['a.b', ['a.b', 'a', 'axb'], ['a.b', 'a']],
  ['(deal)', ['(deal)', 'deal'], ['(deal)', 'deal']],
  ['My T-Shirt, signed', ['t-shirt', 'shirt', 'shirts'], ['t-shirt', 'shirt']],
  // What is no letter or digit ends a word, also without a space.
  ['Hot🔥now at 50%off', ['🔥', '50%', 'no', 'ho'], ['🔥', '50%']],
  ['❤️ 👩‍💻', ['❤', '👩‍💻'], ['❤', '👩‍💻']],
  ['STRASSE und straße', ['straße', 'Strasse'], ['straße', 'Strasse']],
  ['ΟΔΟΣ 2', ['οδος', 'οδοσ'], ['οδος', 'οδοσ']],
  ['cafe\u0301', ['CAFÉ', 'cafe'], ['CAFÉ']],
  ['x\u0304', ['x'], []],
  ['𝒇ree 𠮷', ['ree', '𠮷'], ['𠮷']],
  ['fr\u200bee me\u00adet', ['free', 'meet'], ['free', 'meet']],
  ['meet\n  up', ['Meet up'], ['Meet up']],
  [
    'one two three',
    ['two three', 'one two', 'two', 'one two three', 'three four'],
    ['two three', 'one two', 'two', 'one two three'],
  ],
  ['anything', ['\u200b'], []],
])('%j contains of %j the words %j', (text, words, found) => {
  expect(createWordMatcher(words)(text)).toEqual(found);
});

const database = useTestDatabase();

const rules = (hours: number): PostingRules => ({
  target_pages: [],
  target_tags: [],
  start_delay_hours: hours,
  delay_between_tasks_hours: 2,
  duplication_time_hours: 0,
});

/** An assistant that uses a preset, and what can be done to both. */
async function build() {
  const { id: ownerId } = await buildUser(database.db);
  const preset = await inTransaction(database.db, (on) => addPreset(on, { ownerId, name: 'Preset', rules: rules(1) }));
  const { id } = await buildAssistant(database.db, ownerId, { rules: rules(1) });
  await inTransaction(database.db, (on) => updateAssistant(on, ownerId, id, { preset_id: preset.id }));
  const own = { ownerId, presetId: preset.id };
  const acts: Record<string, (on: Db) => Promise<unknown>> = {
    choose: (on) => updateAssistant(on, ownerId, id, { preset_id: preset.id }),
    copy: (on) => copyAssistant(on, ownerId, id, 'key'),
    replace: (on) => updatePreset(on, { ...own, name: 'New', rules: rules(3) }, applyPresetRules),
    delete: (on) => removePreset(on, own),
  };
  const state = async (): Promise<{ preset_id: string | null; hours: number }[]> =>
    database.db.query(
      "SELECT preset_id, (posting_rules ->> 'start_delay_hours')::int AS hours FROM assistants WHERE owner_id = $1 ORDER BY created_at",
      [ownerId],
    );
  return { preset, run: (name: string, on: Db) => acts[name]?.(on), state };
}

const PAIRS = ['replace', 'delete'].flatMap((change) => ['choose', 'copy'].map((use) => [change, use] as const));

test.each(PAIRS)('%s that is held up at the preset, and then %s, do not deadlock', async (first, second) => {
  const { preset, run, state } = await build();
  const started: Promise<unknown>[] = [];
  const runner = database.db.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT FROM presets WHERE id = $1 FOR UPDATE', [preset.id]);
  for (const name of [first, second]) {
    // Without a retry, which would hide a deadlock.
    started.push(database.db.transaction(async (on) => run(name, on)));
    await waitForLockWait(database.db, started.length);
  }
  await runner.commitTransaction();
  await runner.release();
  const outcomes = await Promise.allSettled(started);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  // Who chooses after the deletion finds no preset.
  const isRefused = first === 'delete' && second === 'choose';
  expect(failures).toEqual(isRefused ? [expect.objectContaining({ code: 'preset.not_found' })] : []);
  const isDeleted = first === 'delete';
  const expected = isDeleted ? { preset_id: null, hours: 1 } : { preset_id: preset.id, hours: 3 };
  expect(await state()).toEqual(second === 'copy' ? [expected, expected] : [expected]);
});

type Counts = Partial<Record<'pending' | 'posting' | 'posted' | 'completed' | 'failed', number>>;

async function status(counts: Counts, { isNext = false, postingOn = true } = {}): Promise<string> {
  const { pending = 0, posting = 0, posted = 0, completed = 0, failed = 0 } = counts;
  const [row] = await database.db.query(
    'SELECT status_now(status_by_counts($1, $2, $3, $4, $5), $2, $6, $7) AS status',
    [pending, posting, posted, completed, failed, isNext, postingOn],
  );
  return row.status;
}

describe('the status of a task', () => {
  it.each([
    ['no postings', {}, 'waiting'],
    ['nothing claimed yet', { pending: 3 }, 'in_queue'],
    ['one posting in flight', { pending: 2, posting: 1 }, 'posting'],
    ['its only posting in flight', { posting: 1 }, 'posting'],
    ['some completed and some waiting', { pending: 1, completed: 1 }, 'posting'],
    ['some failed and some waiting', { pending: 1, failed: 1 }, 'posting'],
    ['all posted, some without a screenshot', { posted: 2, completed: 1 }, 'posted'],
    ['some posted, some failed', { posted: 1, failed: 1 }, 'partially_posted'],
    ['all completed', { completed: 2 }, 'completed'],
    ['some completed, some failed', { completed: 1, failed: 1 }, 'partially_completed'],
    ['all failed', { failed: 2 }, 'failed'],
  ] as const)(
    'is derived from the numbers of its postings: %s [4.3-02, 4.3-04, 4.3-05, 4.3-06, 4.3-07, 4.3-08, 4.3-09]',
    async (_what, counts, expected) => {
      expect(await status(counts)).toBe(expected);
    },
  );

  it.each([true, false])(
    'is stored correctly for every combination of counts, and as archived for archived tasks, with posting on: %s',
    async (postingOn) => {
      const owner = await buildUser(database.db, { posting: postingOn });
      const { id } = await buildAssistant(database.db, owner.id, { flyers: [] });
      await database.db.query(
        `INSERT INTO tasks (owner_id, assistant_id, sequence_order, pending_count, posting_count, posted_count, completed_count, failed_count, archived_at)
       SELECT $1, $2, 0, a, b, c, d, e, CASE WHEN archived THEN now() END
       FROM generate_series(0, 2) a, generate_series(0, 2) b, generate_series(0, 2) c, generate_series(0, 2) d, generate_series(0, 2) e,
         unnest('{true,false}'::bool[]) archived`,
        [owner.id, id],
      );
      const [counts] = await database.db.query(
        `SELECT count(*)::int AS tasks, count(*) FILTER (WHERE archived_at IS NOT NULL AND stored_status <> 'archived')::int AS unarchived,
         count(*) FILTER (WHERE archived_at IS NULL AND stored_status <>
           status_by_counts(pending_count, posting_count, posted_count, completed_count, failed_count))::int AS wrong
       FROM tasks WHERE owner_id = $1`,
        [owner.id],
      );
      expect(counts).toEqual({ tasks: 486, unarchived: 0, wrong: 0 });
      const next = await database.db.query('SELECT task_id FROM next_tasks WHERE owner_id = $1', [owner.id]);
      expect(next).toHaveLength(postingOn ? 1 : 0);
      const archived = await listTasksByStatus(database.db, owner.id, ['archived']);
      expect(new Set(archived.map((task) => task.status))).toEqual(new Set(['archived']));
      expect(await listTasksByStatus(database.db, owner.id, ['pending'])).toHaveLength(postingOn ? 1 : 0);
    },
  );

  it('is pending for the first unclaimed task of each assistant, also of assistants with the same pages', async () => {
    const owner = await buildUser(database.db, { posting: true });
    const page = await buildPage(database.db, owner.id);
    const other = await buildPage(database.db, owner.id);
    const queue = (name: string, pages: BuiltPage[]) =>
      buildQueuedAssistant(database.db, owner.id, { pages, flyers: [`${name} 1`, `${name} 2`, `${name} 3`] });
    const first = await queue('first', [page, other]);
    await queue('second on the same page', [page]);
    const pending = async () =>
      (await listTasksByStatus(database.db, owner.id, ['pending'])).map((task) => task.description);
    expect(await pending()).toEqual(['first 1', 'second on the same page 1']);

    await deviceOf(database.db, page).claim();
    expect(await pending()).toEqual(['first 2', 'second on the same page 1']);

    await database.db.query(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [first.id]);
    expect(await pending()).toEqual(['second on the same page 1']);

    await database.db.query('UPDATE users SET is_active = false WHERE id = $1', [owner.id]);
    expect(await pending()).toEqual([]);
  });
});
