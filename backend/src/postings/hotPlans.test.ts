import type { Pool, PoolClient } from 'pg';
import { countReads } from '../../test/countReads.ts';
import { deviceOf } from '../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { listAssistantRows } from '../assistants/assistants.query.ts';
import { poolOf } from '../database/pool.ts';
import { poll } from '../extension/poll.query.ts';
import { findPublicFile } from '../files/files.query.ts';
import { countQueue } from '../queue/queue.query.ts';
import { deleteLostScreenshots } from '../screenshots/oldScreenshots.query.ts';
import { deleteFlyersOfDeletedAssistants } from '../tasks/deletedFlyers.query.ts';
import { listTaskPostings, listTasksByStatus, listTasksOfAssistant } from '../tasks/tasks.query.ts';
import { cancelPostingsOfAssistant, cancelPostingsOfUnlinkedPages } from './cancelPostings.ts';
import { completePosting } from './completePosting.ts';
import { findPreview } from './preview.query.ts';
import { heartbeat, submitting } from './report.query.ts';
import { requeuePictures } from './requeuePictures.ts';
import { sweepLeases, sweepOfflinePages } from './sweeps.ts';

/*
 * Postgres plans by the statistics of some minutes ago. Taken while nothing was in flight, they make an index of only what is
 * in flight look empty, so reading all of it looks cheaper than one row by its key, and stays planned so when thousands are
 * (decision 0016).
 */
const database = useTestDatabase();
const NOBODY = '00000000-0000-0000-0000-000000000000';
const NOTHING = Buffer.alloc(0);

beforeAll(async () => {
  const { dataSource } = database;
  const owner = await buildUser(dataSource, { posting: true });
  const pages = [];
  for (let i = 0; i < 40; i++) pages.push(await buildPage(dataSource, owner.id));
  await buildQueuedAssistant(dataSource, owner.id, {
    flyers: Array.from({ length: 60 }, (_, i) => `Flyer ${i}`),
    pages,
  });
  await dataSource.query('ANALYZE');
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** What leads to few postings however many there are. */
const KEY = /\b(id|page_guid|task_id|assistant_id|owner_id|picture_file_id) = /;

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The reads of postings that begin at no key, in the plans that serve every value. */
async function readsWithoutKey(run: (on: Pool) => Promise<unknown>): Promise<string[]> {
  const client = await poolOf(database.dataSource).connect();
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
    // So few rows would else be read whole whatever indexes there are.
    await client.query('SET enable_seqscan = off');
    await run(explaining as unknown as Pool);
  } finally {
    client.release(true);
  }
  return found;
}

const isWhole = (node: PlanNode) => node['Relation Name'] === 'page_postings' && node['Node Type'].endsWith('Seq Scan');

describe.each([
  ['nothing was in flight', ''],
  ['nothing was left to do', `UPDATE page_postings SET status = 'completed'`],
  ['nothing had been completed', `UPDATE page_postings SET status = 'posted', publish_at = now()`],
])('by statistics of when %s', (_when, change) => {
  beforeAll(async () => {
    if (change) await database.dataSource.query(change);
    await database.dataSource.query('VACUUM ANALYZE page_postings');
  });

  it('sees it when an index is read whole', async () => {
    const all = `SELECT page_guid FROM page_postings WHERE status = 'pending'`;
    expect(await readsWithoutKey((on) => on.query({ text: all, values: [] }))).toHaveLength(1);
  });

  it.each<[string, (on: Pool) => Promise<unknown>]>([
    ['poll', (on) => poll(on, [NOTHING, null, null, null, null, null, null, null, null, null, 2])],
    ['submitting', (on) => submitting(on, [NOTHING, NOBODY, NOTHING, 60])],
    ['heartbeat', (on) => heartbeat(on, [NOTHING, NOBODY, NOTHING, 60])],
    ['completing', (on) => completePosting(on, NOBODY, { screenshotError: '' })],
    ['a preview', (on) => findPreview(on, [NOBODY])],
    ['a picture', (on) => findPublicFile(on, [NOBODY])],
    ['deleting flyers', (on) => deleteFlyersOfDeletedAssistants(on, [1])],
    ['deleting lost screenshots', (on) => deleteLostScreenshots(on, [])],
    ['asking for pictures again', (on) => requeuePictures(on, NOBODY)],
    ["a task's postings", (on) => listTaskPostings(on, [NOBODY, NOBODY, null, null])],
    ["the queue's counts", (on) => countQueue(on, [NOBODY])],
    ['lists of tasks', (on) => listTasksByStatus(on, NOBODY, [])],
    ["an assistant's tasks", (on) => listTasksOfAssistant(on, NOBODY, NOBODY, false)],
    ['lists of assistants', (on) => listAssistantRows(on, NOBODY, '')],
  ])('%s reads postings by their keys alone', async (_what, run) => {
    expect(await readsWithoutKey(run)).toEqual([]);
  });

  it('functions read a few postings, whatever is pending, in flight or posted', async () => {
    const { dataSource } = database;
    const owner = await buildUser(dataSource, { posting: true });
    const pages = [await buildPage(dataSource, owner.id), await buildPage(dataSource, owner.id)] as const;
    const assistant = await buildQueuedAssistant(dataSource, owner.id, { flyers: ['a', 'b', 'c'], pages });
    const work = async (on: PoolClient) => {
      await on.query('SET LOCAL plan_cache_mode = force_generic_plan');
      await on.query('SET LOCAL enable_seqscan = off');
      const [first, other] = pages.map((page) => deviceOf(dataSource, page, { on }));
      if (!first || !other) throw new Error('no devices');
      const one = await first.claim();
      await first.submitting(one);
      await first.posted(one);
      await first.failed(await first.claim());
      await first.claim();
      await on.query(`UPDATE in_flight SET lease_expires_at = now() - interval '1 second' WHERE owner_id = $1`, [
        owner.id,
      ]);
      await sweepLeases(on);
      await other.claim();
      await cancelPostingsOfAssistant(on, assistant.id);
      await sweepOfflinePages(on);
      await cancelPostingsOfUnlinkedPages(on, [pages[0].guid]);
    };
    expect(await countReads(poolOf(dataSource), 'page_postings', work)).toBeLessThan(200);
  });
});
