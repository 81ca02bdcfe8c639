import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../test/eventually.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { poolOf } from '../../database/pool.ts';
import { streamCsv } from './streamCsv.query.ts';

const database = useTestDatabase({ poolSize: 3 });
const pool = () => poolOf(database.db);
const MANY = `SELECT n::float8, repeat('x', 1000) FROM generate_series(1, 300000) n`;

/** The connections to this database that run a statement or are in a transaction, except for this one. */
async function busyConnections(): Promise<number> {
  const { rows } = await pool().query<{ busy: number }>(
    `SELECT count(*)::int AS busy FROM pg_stat_activity
     WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.busy ?? 0;
}

const waitUntilIdle = () => eventually(busyConnections, (busy) => busy === 0);

test('writes numbers, dates, booleans and nulls without a quote, and puts a quote before a text that looks like a formula', async () => {
  const csv = await streamCsv(database.db, ['number', 'date', 'boolean', 'null', 'text'], {
    text: `SELECT $1::float8, '2026-11-21T10:00:00Z'::timestamptz, true, NULL, '-5' AS text`,
    values: [-5],
  });
  expect(await text(csv)).toBe("number,date,boolean,null,text\r\n-5,2026-11-21T10:00:00.000Z,yes,,'-5\r\n");
  await waitUntilIdle();
});

test('has a header also without rows', async () => {
  const csv = await streamCsv(database.db, ['a', 'b'], { text: 'SELECT 1, 2 WHERE false', values: [] });
  expect(await text(csv)).toBe('a,b\r\n');
});

test('does not read the whole result into memory when its reader stops reading', async () => {
  const csv = await streamCsv(database.db, ['n', 'text'], { text: MANY, values: [] });
  await once(csv, 'readable');
  const before = process.memoryUsage().heapUsed + process.memoryUsage().external;
  await sleep(500);
  const grown = process.memoryUsage().heapUsed + process.memoryUsage().external - before;
  // The whole result has 300 MB.
  expect(grown).toBeLessThan(20_000_000);
  csv.destroy();
  await waitUntilIdle();
});

test('cancels a running query when its reader disconnects', async () => {
  const csv = await streamCsv(database.db, ['n'], { text: 'SELECT 1 FROM pg_sleep(60)', values: [] });
  csv.on('error', () => undefined);
  while ((await busyConnections()) === 0) await sleep(10);
  csv.destroy();
  await waitUntilIdle();
});

test('ends with an error when the query fails', async () => {
  const csv = await streamCsv(database.db, ['n'], {
    text: 'SELECT 1 / (5 - n) FROM generate_series(1, 9) n',
    values: [],
  });
  await expect(text(csv)).rejects.toThrow('division by zero');
  await waitUntilIdle();
});

test('runs its query in a read-only transaction', async () => {
  const csv = await streamCsv(database.db, ['n'], { text: "SELECT nextval('posting_transitions_id_seq')", values: [] });
  await expect(text(csv)).rejects.toThrow('read-only transaction');
});

test('releases its connection at the end, so that more files than connections can follow each other', async () => {
  for (let n = 0; n < 8; n++) {
    const csv = await streamCsv(database.db, ['n'], { text: 'SELECT generate_series(1, 2000)', values: [] });
    expect((await text(csv)).split('\r\n')).toHaveLength(2_002);
  }
});
