import { setTimeout as sleep } from 'node:timers/promises';
import { POSTING_SORTS, type PostingSort } from '@flyerdeck/contracts';
import { seedDatabase } from '../../../seed/seedDatabase.ts';
import { SEED_TERMS } from '../../../seed/vocabulary.ts';
import { countReads } from '../../../test/countReads.ts';
import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { listAssistantRows } from '../../assistants/assistants.query.ts';
import { takeFilesOfDeletedAssistants } from '../../assistants/tasks/deletedFlyers.query.ts';
import { listTaskPostings, listTasksByStatus, listTasksOfAssistant } from '../../assistants/tasks/tasks.query.ts';
import { poolOf } from '../../database/pool.ts';
import { type Db, sql } from '../../database/statement.ts';
import { deleteUnusedFiles, findPublicFile } from '../../files/files.query.ts';
import { pollDevices } from '../../pages/device/poll.query.ts';
import { cancelPostingsOfAssistant, cancelPostingsOfUnlinkedPages } from '../end/cancelPostings.query.ts';
import { sweepLeases, sweepOfflinePages } from '../end/sweeps.ts';
import { findPreview } from '../preview.query.ts';
import { countQueue } from '../queue/queue.query.ts';
import { completePosting, heartbeat, submitting } from '../report/report.query.ts';
import { requeueScreenshots } from '../retry/requeueScreenshots.query.ts';
import { deleteLostScreenshots } from '../screenshots/deleteOldScreenshots.ts';
import { type PostingTimes, recommend } from './analytics.query.ts';
import { countPostings, listPostings, type PostingsPage, pageStatement } from './detailedPostings.query.ts';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('hot plans', () => {
  /*
   * Postgres plans with statistics that can be some minutes old. Statistics from a time without postings in flight let a partial
   * index of postings in flight look empty. Reading the whole index then looks cheaper than reading one row by its key, and
   * Postgres keeps this plan when thousands of postings are in flight (decision 0016).
   */
  const database = useTestDatabase();
  const UNUSED_ID = '00000000-0000-0000-0000-000000000000';
  const EMPTY_HASH = Buffer.alloc(0);

  beforeAll(async () => {
    const { db } = database;
    const owner = await buildUser(db, { posting: true });
    const pages = [];
    for (let i = 0; i < 40; i++) pages.push(await buildPage(db, owner.id));
    await buildQueuedAssistant(db, owner.id, {
      flyers: Array.from({ length: 60 }, (_, i) => `Flyer ${i}`),
      pages,
    });
    await db.query('ANALYZE');
  });

  /** Conditions that match few postings at any size of the table. */
  const KEY = /\b(id|page_guid|task_id|assistant_id|owner_id|picture_file_id) = /;

  /** The index scans and table scans of postings without such a condition, in the generic plans of all statements of `run`. */
  async function readsWithoutKey(run: (db: Db) => Promise<unknown>): Promise<string[]> {
    const client = await poolOf(database.db).connect();
    const found: string[] = [];
    const explain = async (text: string) => {
      const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
      for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
        const index = node['Index Name'];
        if (index ? /^page_postings_/.test(index) && !KEY.test(node['Index Cond'] ?? '') : isWhole(node))
          found.push(index ?? 'all rows');
      }
      return [];
    };
    const explaining = { query: async ({ text }: { text: string }) => ({ rows: await explain(text) }) };
    try {
      // A table of so few rows would otherwise be scanned completely.
      await client.query('SET enable_seqscan = off');
      await run(dbOn(explaining));
    } finally {
      client.release(true);
    }
    return found;
  }

  const isWhole = (node: Plan) => node['Relation Name'] === 'page_postings' && node['Node Type'].endsWith('Seq Scan');

  describe.each([
    ['no posting was in flight', ''],
    ['all postings were completed', `UPDATE page_postings SET status = 'completed'`],
    ['all postings were posted and none completed', `UPDATE page_postings SET status = 'posted', publish_at = now()`],
  ])('with statistics from a time when %s', (_when, change) => {
    beforeAll(async () => {
      if (change) await database.db.query(change);
      await database.db.query('VACUUM ANALYZE page_postings');
    });

    it('this test detects a scan of a whole index', async () => {
      const all = `SELECT page_guid FROM page_postings WHERE status = 'pending'`;
      expect(await readsWithoutKey((db) => sql(all)(db, []))).toHaveLength(1);
    });

    it.each<[string, (db: Db) => Promise<unknown>]>([
      ['poll', (db) => pollDevices(db, [{ secretHash: EMPTY_HASH, facts: {}, maxPolls: 2 }])],
      ['submitting', (db) => submitting(db, [EMPTY_HASH, UNUSED_ID, EMPTY_HASH, 60])],
      ['heartbeat', (db) => heartbeat(db, [EMPTY_HASH, UNUSED_ID, EMPTY_HASH, 60])],
      ['completing a posting', (db) => completePosting(db, UNUSED_ID, { screenshotError: '' })],
      ['reading a preview', (db) => findPreview(db, [UNUSED_ID, UNUSED_ID])],
      ['reading a picture', (db) => findPublicFile(db, [UNUSED_ID, UNUSED_ID])],
      ['deleting flyers', (db) => takeFilesOfDeletedAssistants(db, [1])],
      ['deleting unused files', (db) => deleteUnusedFiles(db, [UNUSED_ID])],
      ['deleting lost screenshots', (db) => deleteLostScreenshots(db, [])],
      ['requesting screenshots again', (db) => requeueScreenshots(db, UNUSED_ID)],
      ["listing a task's postings", (db) => listTaskPostings(db, [UNUSED_ID, UNUSED_ID, null])],
      ['counting the queue', (db) => countQueue(db, [UNUSED_ID])],
      ['listing tasks by status', (db) => listTasksByStatus(db, UNUSED_ID, [])],
      ["listing an assistant's tasks", (db) => listTasksOfAssistant(db, UNUSED_ID, UNUSED_ID, false)],
      ['listing assistants', (db) => listAssistantRows(db, [UNUSED_ID, ''])],
    ])('%s reads postings by a key', async (_what, run) => {
      expect(await readsWithoutKey(run)).toEqual([]);
    });

    it('claiming, reporting, sweeping and cancelling read at most 300 postings', async () => {
      const { db } = database;
      const owner = await buildUser(db, { posting: true });
      const pages = [await buildPage(db, owner.id), await buildPage(db, owner.id)] as const;
      const assistant = await buildQueuedAssistant(db, owner.id, { flyers: ['a', 'b', 'c', 'd'], pages });
      const work = async (on: Db) => {
        await sql('SET LOCAL plan_cache_mode = force_generic_plan')(on, []);
        await sql('SET LOCAL enable_seqscan = off')(on, []);
        const [first, other] = pages.map((page) => deviceOf(db, page, { on }));
        if (!first || !other) throw new Error('no devices');
        // In batches.
        const [ofFirst, ofOther] = await Promise.all([first.claim(), other.claim()]);
        await Promise.all([first.submitting(ofFirst), other.submitting(ofOther)]);
        await Promise.all([first.posted(ofFirst), other.posted(ofOther)]);
        const one = await first.claim();
        await first.submitting(one);
        await first.posted(one);
        await first.failed(await first.claim());
        await first.claim();
        await sql<never, [string]>(
          `UPDATE in_flight SET lease_expires_at = now() - interval '1 second' WHERE owner_id = $1`,
        )(on, [owner.id]);
        await sweepLeases(on);
        await other.claim();
        await cancelPostingsOfAssistant(on, assistant.id);
        await sweepOfflinePages(on);
        await cancelPostingsOfUnlinkedPages(on, [pages[0].guid]);
      };
      expect(await countReads(poolOf(db), 'page_postings', work)).toBeLessThanOrEqual(300);
    });
  });
});

describe('list', () => {
  const database = useTestDatabase();
  const pool = () => poolOf(database.db);
  const POSTINGS = 30_000;
  const LIMIT = 50;

  beforeAll(async () => {
    await seedDatabase(pool(), { postings: POSTINGS, users: 2_000, seed: 3, now: new Date() });
    await vacuumUntilVisible();
  });

  /** Runs VACUUM until it marks the rows as visible to all, which it does only once the asynchronous commits are on disk. */
  async function vacuumUntilVisible(): Promise<void> {
    for (;;) {
      await pool().query('VACUUM (ANALYZE) page_postings');
      const { rows } = await pool().query(
        `SELECT relallvisible > 0.9 * relpages AS visible FROM pg_class WHERE oid = 'page_postings'::regclass`,
      );
      if (rows[0].visible) return;
      await sleep(200);
    }
  }

  /** The node and the nodes that it reads from, without its CTEs (InitPlan), and without inputs of at most a page (Limit). */
  const inputsOf = (plan: Plan): Plan[] =>
    plan['Node Type'] === 'Limit'
      ? []
      : [plan, ...(plan.Plans ?? []).filter((part) => part['Parent Relationship'] !== 'InitPlan').flatMap(inputsOf)];

  async function planOf(sql: string, values: readonly unknown[]): Promise<Plan> {
    const { rows } = await pool().query(`EXPLAIN (FORMAT JSON) ${sql}`, [...values]);
    return rows[0]['QUERY PLAN'][0].Plan;
  }

  const isPostings = (node: Plan) => node['Relation Name'] === 'page_postings';
  const readsOf = (plan: Plan) => nodesOf(plan).filter(isPostings);
  /** True when the node reads the postings of one task, with one error or with one id, and not all archived or open ones. */
  const isNarrow = (node: Plan) => nodesOf(node).some((part) => /\b(task_id|id) = /.test(part['Index Cond'] ?? ''));
  const planOfPage = (page: Partial<PostingsPage>) => {
    const { text, values } = pageStatement({ page: 1, limit: LIMIT, sort: 'updatedAt', order: -1, ...page });
    return planOf(text, values);
  };

  test.each(([1, -1] as const).flatMap((order) => [0, 15_000].map((before) => [order, before] as const)))(
    'the default order, %d, reads its index and sorts nothing, after %d rows',
    async (order, before) => {
      const plan = await planOfPage({ order, page: before / LIMIT + 1 });
      const whole = readsOf(plan).filter((node) => !isNarrow(node));
      expect(whole.map((node) => node['Index Name'])).toEqual(['page_postings_by_updated_at']);
      const sorted = nodesOf(plan)
        .filter(({ 'Node Type': type }) => /Sort/.test(type))
        .flatMap(inputsOf)
        .filter(isPostings);
      expect(sorted).toEqual([]);
    },
  );

  const COLUMNS: Readonly<Record<PostingSort, string>> = {
    status: 'p.status, p.updated_at',
    updatedAt: 'p.updated_at',
    createdAt: 'p.created_at',
    pending: 'p.pending_ms',
    posting: 'p.posting_ms',
    posted: 'p.posted_ms',
    failed: 'p.failed_ms',
    total: 'p.total_ms',
    retries: 'p.retry_count',
    unchanged: `p.status IN ('completed', 'failed'), p.updated_at`,
  };

  /** The ids in the expected order, from a simple query without paging and limits. */
  async function expectedIds(sort: PostingSort, pattern: string, archived = false): Promise<string[]> {
    const { rows } = await pool().query<{ id: string }>(
      `SELECT p.id FROM page_postings p JOIN tasks t ON t.id = p.task_id JOIN assistants a ON a.id = p.assistant_id
       JOIN pages g ON g.guid = p.page_guid JOIN users u ON u.id = p.owner_id
     WHERE (t.archived_at IS NOT NULL) = $2 AND (t.description ILIKE $1 OR a.name ILIKE $1 OR g.name ILIKE $1 OR g.username ILIKE $1
       OR g.creator_id ILIKE $1 OR g.guid::text ILIKE $1 OR p.error_message ILIKE $1
       OR u.telegram_id ILIKE $1 OR u.username ILIKE $1 OR u.first_name || ' ' || u.last_name ILIKE $1)
     ORDER BY ${COLUMNS[sort]}, p.id`,
      [pattern, archived],
    );
    return rows.map(({ id }) => id);
  }

  const pageOf = (
    search: string,
    page: number,
    { sort = 'total' as PostingSort, order = 1 as 1 | -1, archived = false } = {},
  ) => listPostings(database.db, { page, limit: LIMIT, search, sort, order, archived });
  const totalOf = (search: string, archived = false) => countPostings(database.db, { search, archived });
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

  const ONE_SORT: readonly PostingSort[] = ['total'];
  describe.each<[string, string, readonly PostingSort[]]>([
    ['no search', '', POSTING_SORTS],
    ['a rare word', SEED_TERMS.rare.word, ONE_SORT],
    ['a word in 0.6 % of the postings', SEED_TERMS.uncommon.word, ONE_SORT],
    ['a word in 12 % of the postings', SEED_TERMS.common.word, POSTING_SORTS],
    ['a page', 'luna.', ONE_SORT],
    ['an error', 'offline', ONE_SORT],
    ['an assistant', 'campaign 3', ONE_SORT],
    ['a word in most postings', 'campaign', ONE_SORT],
    ['a word that is too short for the index', 'on', ONE_SORT],
  ])('%s', (_, search, sorts) => {
    test.each(sorts)('has an exact total and exact pages in the order of %s', async (sort) => {
      const expected = await expectedIds(sort, `%${search}%`);
      expect(expected.length).toBeGreaterThan(0);
      expect(await totalOf(search)).toBe(expected.length);
      const pages = Math.ceil(expected.length / LIMIT);
      // The longest unchanged posting is the one that changed first.
      if (sort === 'unchanged') expected.reverse();
      const descending = expected.toReversed();
      for (const page of new Set([1, Math.ceil(pages / 2), pages])) {
        const range = [(page - 1) * LIMIT, page * LIMIT] as const;
        expect(idsOf(await pageOf(search, page, { sort }))).toEqual(expected.slice(...range));
        expect(idsOf(await pageOf(search, page, { sort, order: -1 }))).toEqual(descending.slice(...range));
      }
      expect(await pageOf(search, pages + 1, { sort })).toEqual([]);
    });
  });
});

const quick: PostingTimes = {
  analyzed: 100,
  retried: 0,
  totalMs: 60_000,
  pendingMs: 40_000,
  postingMs: 15_000,
  screenshotMs: 5_000,
};
const NOTHING = /^Postings are running at their usual speed\. There is nothing to do\.$/;

test.each<[string, Partial<PostingTimes>, RegExp]>([
  ['usual times', {}, NOTHING],
  [
    'a queue of most of the time',
    { totalMs: 240_000, pendingMs: 200_000 },
    /^Postings wait 3\.3m of 4\.0m in the queue\./,
  ],
  ['1 ms more than half', { totalMs: 120_001, pendingMs: 60_001 }, /^Postings wait 1\.0m of 2\.0m in the queue\./],
  ['above 5 minutes', { totalMs: 360_000, pendingMs: 100_000 }, /^A posting takes 6\.0m on average, more than 5\.0m\./],
  [
    '5 minutes',
    { totalMs: 300_000, pendingMs: 0 },
    /^A posting takes 5\.0m on average\. See which stage below takes longest\.$/,
  ],
  ['above 2 minutes', { totalMs: 120_001, pendingMs: 60_000 }, /^A posting takes 2\.0m on average\. /],
  ['2 minutes', { totalMs: 120_000, pendingMs: 110_000 }, NOTHING],
  ['posting above 1 minute', { postingMs: 60_001 }, /^Posting takes 1\.0m, more than 1\.0m\./],
  ['posting of 1 minute', { postingMs: 60_000 }, /^Posting takes 1\.0m\. Smaller pictures/],
  ['posting above 30 seconds', { postingMs: 30_001 }, /^Posting takes 30\.0s\. Smaller pictures/],
  ['posting of 30 seconds', { postingMs: 30_000 }, NOTHING],
  ['screenshots above 30 seconds', { screenshotMs: 30_001 }, /^Screenshots take 30\.0s, more than 30\.0s\./],
  ['screenshots of 30 seconds', { screenshotMs: 30_000 }, /^Screenshots take 30\.0s\. Another worker/],
  ['screenshots above 15 seconds', { screenshotMs: 15_001 }, /^Screenshots take 15\.0s\. Another worker/],
  ['screenshots of 15 seconds', { screenshotMs: 15_000 }, NOTHING],
  ['more than 10% of retries', { retried: 11 }, /^11% of the postings needed another try\./],
  ['10% of retries', { retried: 10 }, NOTHING],
])('one sentence about %s', (_what, times, sentence) => {
  expect(recommend({ ...quick, ...times })).toEqual([expect.stringMatching(sentence)]);
});
