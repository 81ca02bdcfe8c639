import type { Pool } from 'pg';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/pool.ts';
import { countActivity, listActivityAssistants, listActivityTasks } from './activity.query.ts';
import { listActRows } from './acts.query.ts';
import { countTotals, countWork } from './stats.query.ts';
import { listTrendRows } from './trends.query.ts';

const database = useTestDatabase();
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Tables of which the plan reads every row although that is as good as forbidden here: for want of an index, then. So few
 * rows would else be read whole whatever indexes there are.
 */
async function tablesReadWhole(run: (on: Pool) => Promise<unknown>): Promise<string[]> {
  const client = await poolOf(database.dataSource).connect();
  try {
    await client.query('SET enable_seqscan = off');
    let plan = '';
    const explaining = {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await client.query(`EXPLAIN ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [] };
      },
    };
    await run(explaining as unknown as Pool);
    return [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? '');
  } finally {
    client.release(true);
  }
}

it('sees it when a table is read whole', async () => {
  expect(await tablesReadWhole((on) => on.query({ text: 'SELECT description FROM tasks', values: [] }))).toEqual([
    'tasks',
  ]);
});

describe('read by their indexes alone, however many rows there are:', () => {
  it.each<[string, (on: Pool) => Promise<unknown>]>([
    ['the trends', (on) => listTrendRows(on, [30])],
    ['the totals of the dashboard', (on) => countTotals(on, [])],
    ["a user's counts", (on) => countActivity(on, [NOBODY])],
    ["a user's tasks", (on) => listActivityTasks(on, [NOBODY])],
    ["a user's assistants", (on) => listActivityAssistants(on, [NOBODY])],
    ['the acts on a user', (on) => listActRows(on, [NOBODY])],
  ])('%s', async (_what, run) => {
    expect(await tablesReadWhole(run)).toEqual([]);
  });
});

it('the counts by status walk over tasks and assistants, and never over the postings', async () => {
  expect(await tablesReadWhole((on) => countWork(on, []))).not.toContain('page_postings');
});
