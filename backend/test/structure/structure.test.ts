import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FUNCTION_FILES } from '../../src/database/functions/functionFiles.ts';
import { listDatabaseFunctions, listDatabaseTriggers } from '../../src/database/functions/functions.query.ts';
import { readFunctions } from '../../src/database/functions/readFunctions.ts';
import { useTestDatabase } from '../testDatabase.ts';
import { STRUCTURE_FILE, structureOf } from './structureOf.ts';

const SOURCES = join(import.meta.dirname, '../../src');
const database = useTestDatabase();

test('structure.sql is the structure of a migrated database: after a change of the schema or of a function, npm run structure', async () => {
  expect(await structureOf(database.db)).toBe(readFileSync(STRUCTURE_FILE, 'utf8'));
});

test('the database has exactly the functions and triggers of the files', async () => {
  const functions = await readFunctions();
  const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).sort();
  expect(namesOf(await listDatabaseFunctions(database.db, []))).toEqual(namesOf(functions));
  expect(namesOf(await listDatabaseTriggers(database.db, []))).toEqual(
    functions.flatMap(({ triggers }) => triggers).sort(),
  );
});

test('each SQL file of an area is in the list of files, and has one function and its triggers', async () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql') && !file.startsWith('database'))
    .map((file) => file.replaceAll('\\', '/').replace(/\.sql$/, ''));
  expect(files.sort()).toEqual([...FUNCTION_FILES].sort());
  for (const file of files) {
    const text = readFileSync(join(SOURCES, `${file}.sql`), 'utf8');
    const created = [...text.matchAll(/^CREATE.* FUNCTION (\w+)/gm), ...text.matchAll(/EXECUTE FUNCTION (\w+)/g)];
    expect(new Set(created.map(([, name]) => name))).toEqual(new Set([basename(file)]));
  }
});

test('architecture.md lists each function', () => {
  const text = readFileSync(join(SOURCES, '../../.github/docs/architecture.md'), 'utf8');
  const listed = [...text.matchAll(/^\| \[`\w+`\]\(\.\.\/\.\.\/backend\/src\/(.+)\.sql\)/gm)].map(([, file]) => file);
  expect(listed).toEqual([...FUNCTION_FILES]);
});
