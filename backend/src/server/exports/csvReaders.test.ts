import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { STORIES_TIMEOUT_MS, tryStories } from '../../../test/tryStories.ts';
import { streamCsv } from './streamCsv.query.ts';

/** A CSV reader reads the exported files: every text stays in its cell, and no cell is a formula. */
const database = useTestDatabase();
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
  "live\r=cmd|' /C calc'!A0",
  "live\r\n=cmd|' /C calc'!A0",
  '=1+1',
  ';=1',
  'a; =1',
  'a|+1',
  'a\t@SUM(1)',
  'a;＝1',
  'a,=1',
  ' =1+1',
  '\u00a0+1',
  '\n=1',
  '\ttab',
  '＝1',
  '"quoted", and more',
  '',
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
