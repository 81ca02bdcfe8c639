import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { eventually } from '../../../test/eventually.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { STORIES_TIMEOUT_MS, tryStories } from '../../../test/tryStories.ts';
import { poolOf } from '../../database/pool.ts';
import { streamCsv } from './streamCsv.query.ts';

/** A CSV reader reads the exported files: every text stays in its cell, and no cell is a formula. */
const database = useTestDatabase({ poolSize: 3 });
jest.setTimeout(STORIES_TIMEOUT_MS);

type Row = readonly [string, string];
const fileOf = async (rows: readonly Row[]) =>
  text(
    await streamCsv(database.db, ['a', 'b', 'n'], {
      text: 'SELECT a, b, -1 FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t (a, b, position) ORDER BY position',
      values: [rows.map(([a]) => a), rows.map(([, b]) => b)],
    }),
  );

/** The characters with which a spreadsheet's formula begins, after spaces. */
const isFormula = (cell: string) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) || /^[=+\-@＝＋－＠]/.test(cell.trimStart());

/** An apostrophe is put before each formula, also after the characters that begin a cell for a reader with another separator. */
const escaped = (cell: string) =>
  (isFormula(cell) ? `'${cell}` : cell).replace(/([;|\t\r\n])(?=[^\S\r\n]*[=+\-@＝＋－＠])/g, "$1'");

/** A reader with another separator than ours sees other cells. None of them is a formula either. */
async function expectNoFormulas(rows: readonly Row[]): Promise<void> {
  const file = await fileOf(rows);
  for (const delimiter of [';', '|', '\t']) {
    const cells = parse(file, {
      bom: true,
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
    }).flat() as string[];
    expect([delimiter, cells.filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell))]).toEqual([delimiter, []]);
  }
}

async function expectReadBack(rows: readonly Row[]): Promise<void> {
  const cells = parse(await fileOf(rows), { bom: true }) as string[][];
  expect(cells).toEqual([['a', 'b', 'n'], ...rows.map((row) => [...row.map(escaped), '-1'])]);
  for (const row of cells) expect(row.slice(0, 2).filter(isFormula)).toEqual([]);
}

test.each([
  "live\n=cmd|' /C calc'!A0",
  '=1+1',
  ';=1',
  'a; =1',
  'a|+1',
  'a;＝1',
  'a\t@SUM(1)',
  'a,=1',
  ' =1+1',
  '\n=1',
  '＝1',
  '"quoted", and more',
  "'=1",
  '\ufeff=1',
])('the text %j stays in its cell [S1.2-2]', async (cell) => {
  const rows: Row[] = [
    [cell, 'next'],
    ['first', cell],
  ];
  await expectReadBack(rows);
  await expectNoFormulas(rows);
});

test('generated texts stay in their cells [S1.2-2]', async () => {
  const piece = fc.oneof(
    fc.constantFrom('\n', '\r', '\r\n', '"', ',', ';', '\t', ' ', '=', '+', '-', '@', "'", '|', '\ufeff', '＝', '😀'),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  );
  // Postgres cannot store null characters.
  const cell = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('').replaceAll('\0', ''));
  const row = fc.tuple(cell, cell);
  await tryStories(fc.array(row, { minLength: 1, maxLength: 20 }), expectReadBack);
});

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
  const empty = await streamCsv(database.db, ['a', 'b'], { text: 'SELECT 1, 2 WHERE false', values: [] });
  expect(await text(empty)).toBe('a,b\r\n');
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
