import { dbOn } from '../../test/dbOn.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/pool.ts';
import { type Db, sql } from '../database/statement.ts';
import { countActivity, listActivityAssistants, listActivityTasks, listActRows } from './activity.query.ts';
import { countTotals, countWork } from './stats.query.ts';
import { listTrends } from './trends.query.ts';

const database = useTestDatabase();
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Tables of which the plan reads every row although that is as good as forbidden here: for want of an index, then. So few
 * rows would else be read whole whatever indexes there are.
 */
async function tablesReadWhole(run: (db: Db) => Promise<unknown>): Promise<string[]> {
  const client = await poolOf(database.db).connect();
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
    await run(dbOn(explaining));
    return [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? '');
  } finally {
    client.release(true);
  }
}

it('sees it when a table is read whole', async () => {
  expect(await tablesReadWhole((db) => sql('SELECT description FROM tasks')(db, []))).toEqual(['tasks']);
});

describe('read by their indexes alone, however many rows there are:', () => {
  it.each<[string, (db: Db) => Promise<unknown>]>([
    ['the trends', (db) => listTrends(db, [30])],
    ['the totals of the dashboard', (db) => countTotals(db, [])],
    ["a user's counts", (db) => countActivity(db, [NOBODY])],
    ["a user's tasks", (db) => listActivityTasks(db, [NOBODY])],
    ["a user's assistants", (db) => listActivityAssistants(db, [NOBODY])],
    ['the acts on a user', (db) => listActRows(db, [NOBODY])],
  ])('%s', async (_what, run) => {
    expect(await tablesReadWhole(run)).toEqual([]);
  });
});

it('the counts by status walk over tasks and assistants, and never over the postings', async () => {
  expect(await tablesReadWhole((db) => countWork(db, []))).not.toContain('page_postings');
});
