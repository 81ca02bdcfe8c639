import { FAILURES_BY } from '@flyerdeck/contracts';
import { dbOn } from '../../test/dbOn.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/pool.ts';
import { type Db, sql } from '../database/statement.ts';
import { countActivity, listActivityAssistants, listActivityTasks } from './adminUsers.routes.ts';
import { countEvents, listEventRows } from './audit/auditEvents.query.ts';
import { countLedger, listLedgerRows } from './credits/userCredits.query.ts';
import { countTotals, countWork, listTrends, readFailures, trendsExport } from './stats.query.ts';

const database = useTestDatabase();
const UNKNOWN_USER_ID = '00000000-0000-0000-0000-000000000000';

const exportTrends = (db: Db) => {
  const { text, values } = trendsExport.select({ days: 90 });
  return sql<object, readonly unknown[]>(text)(db, values);
};

/**
 * The tables that the query plan reads by a sequential scan although enable_seqscan is off, because there is no fitting index.
 * With enable_seqscan on, Postgres would scan tables with so few rows in any case.
 */
async function sequentiallyScannedTables(run: (db: Db) => Promise<unknown>): Promise<string[]> {
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

it('a sequential scan is detected', async () => {
  expect(await sequentiallyScannedTables((db) => sql('SELECT description FROM tasks')(db, []))).toEqual(['tasks']);
});

describe('these queries need no sequential scan:', () => {
  it.each<[string, (db: Db) => Promise<unknown>]>([
    ['the trends', (db) => listTrends(db, [90])],
    ['the export of the trends', (db) => exportTrends(db)],
    ...FAILURES_BY.map((by): [string, (db: Db) => Promise<unknown>] => [
      `the failures by ${by}`,
      (db) => readFailures[by](db, ['1 day', 90]),
    ]),
    ['the totals of the dashboard', (db) => countTotals(db, [])],
    ["a user's counts", (db) => countActivity(db, [UNKNOWN_USER_ID])],
    ["a user's tasks", (db) => listActivityTasks(db, [UNKNOWN_USER_ID])],
    ["a user's assistants", (db) => listActivityAssistants(db, [UNKNOWN_USER_ID])],
    ['the audit events of a user', (db) => listEventRows(db, { user_id: '1', is_change: true, page: 1, limit: 200 })],
    ['the audit events of all users', (db) => listEventRows(db, { page: 3, limit: 50 })],
    [
      'the audit events of a day',
      (db) => countEvents(db, { from: '2026-01-01T00:00:00Z', before: '2026-01-02T00:00:00Z' }),
    ],
    ["a page of a user's ledger", (db) => listLedgerRows(db, [UNKNOWN_USER_ID, 'spending', UNKNOWN_USER_ID, 20, 40])],
    ["the total of a user's ledger", (db) => countLedger(db, [UNKNOWN_USER_ID, null, null])],
  ])('%s', async (_what, run) => {
    expect(await sequentiallyScannedTables(run)).toEqual([]);
  });
});

it('the counts by status do not scan the postings', async () => {
  expect(await sequentiallyScannedTables((db) => countWork(db, []))).not.toContain('page_postings');
});
