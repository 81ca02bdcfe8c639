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

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Conditions that match few postings at any size of the table. */
const KEY = /\b(id|page_guid|task_id|assistant_id|owner_id|picture_file_id) = /;

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

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

const isWhole = (node: PlanNode) => node['Relation Name'] === 'page_postings' && node['Node Type'].endsWith('Seq Scan');

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
