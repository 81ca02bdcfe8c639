import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/pool.ts';
import { streamCsv } from './streamCsv.query.ts';

const database = useTestDatabase({ poolSize: 3 });
const pool = () => poolOf(database.db);
const MANY = `SELECT n::float8, repeat('x', 1000) FROM generate_series(1, 300000) n`;

/** Statements of this database that run or wait inside a transaction, except for this query. */
async function busyConnections(): Promise<number> {
  const { rows } = await pool().query<{ busy: number }>(
    `SELECT count(*)::int AS busy FROM pg_stat_activity
     WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.busy ?? 0;
}

async function untilIdle(): Promise<void> {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(20)) {
    if ((await busyConnections()) === 0) return;
  }
  throw new Error('a query is still running');
}

test('holds numbers, dates, truths and nothing apart from text', async () => {
  const csv = await streamCsv(database.db, ['number', 'date', 'truth', 'nothing', 'text'], {
    text: `SELECT $1::float8, '2026-11-21T10:00:00Z'::timestamptz, true, NULL, '-5' AS text`,
    values: [-5],
  });
  expect(await text(csv)).toBe("number,date,truth,nothing,text\r\n-5,2026-11-21T10:00:00.000Z,yes,,'-5\r\n");
  await untilIdle();
});

test('has its header even without a row', async () => {
  const csv = await streamCsv(database.db, ['a', 'b'], { text: 'SELECT 1, 2 WHERE false', values: [] });
  expect(await text(csv)).toBe('a,b\r\n');
});

test('reads no further ahead than its reader takes', async () => {
  const csv = await streamCsv(database.db, ['n', 'text'], { text: MANY, values: [] });
  await once(csv, 'readable');
  const before = process.memoryUsage().heapUsed + process.memoryUsage().external;
  await sleep(500);
  const grown = process.memoryUsage().heapUsed + process.memoryUsage().external - before;
  // All of it would be 300 MB.
  expect(grown).toBeLessThan(20_000_000);
  csv.destroy();
  await untilIdle();
});

test('releases its connection when its reader disconnects between two batches', async () => {
  const csv = await streamCsv(database.db, ['n', 'text'], { text: MANY, values: [] });
  await once(csv, 'readable');
  csv.destroy();
  await untilIdle();
  expect(pool().waitingCount).toBe(0);
});

test('cancels a running query when its reader disconnects', async () => {
  const csv = await streamCsv(database.db, ['n'], { text: 'SELECT 1 FROM pg_sleep(60)', values: [] });
  csv.on('error', () => undefined);
  while ((await busyConnections()) === 0) await sleep(10);
  csv.destroy();
  await untilIdle();
});

test('aborts, instead of ending normally, when the query fails', async () => {
  const csv = await streamCsv(database.db, ['n'], {
    text: 'SELECT 1 / (5 - n) FROM generate_series(1, 9) n',
    values: [],
  });
  await expect(text(csv)).rejects.toThrow('division by zero');
  await untilIdle();
});

test('can only read', async () => {
  const csv = await streamCsv(database.db, ['n'], { text: 'DELETE FROM rate_limits RETURNING 1', values: [] });
  await expect(text(csv)).rejects.toThrow('read-only transaction');
});

test('serves one after another with as many connections as there are', async () => {
  for (let n = 0; n < 8; n++) {
    const csv = await streamCsv(database.db, ['n'], { text: 'SELECT generate_series(1, 2000)', values: [] });
    expect((await text(csv)).split('\r\n')).toHaveLength(2_002);
  }
});
