import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  listDatabaseFunctions,
  listDatabaseTriggers,
  readFunctions,
  runFile,
} from '../../src/database/functions/applyFunctions.ts';
import { listSqlFiles } from '../../src/database/sqlFile.ts';
import { useTestDatabase } from '../testDatabase.ts';
import { listColumns } from './structureOf.query.ts';

const SOURCES = join(import.meta.dirname, '../../src');
const database = useTestDatabase();

test('the database has exactly the functions and triggers of the files', async () => {
  const functions = await readFunctions();
  const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).sort();
  expect(namesOf(await listDatabaseFunctions(database.db, []))).toEqual(namesOf(functions));
  expect(namesOf(await listDatabaseTriggers(database.db, []))).toEqual(
    functions.flatMap(({ triggers }) => triggers).sort(),
  );
});

const filesOfAreas = async () => (await listSqlFiles()).filter((file) => !file.startsWith('database/'));

test('each SQL file of an area has one function and its triggers', async () => {
  for (const file of await filesOfAreas()) {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    const created = [...text.matchAll(/^CREATE.* FUNCTION (\w+)/gm), ...text.matchAll(/EXECUTE FUNCTION (\w+)/g)];
    expect(new Set(created.map(([, name]) => name))).toEqual(new Set([basename(file, '.sql')]));
  }
});

test('the bodies of all functions are valid: Postgres does not check them when the functions are created', async () => {
  const functions = await readFunctions();
  await database.db.transaction(async (db) => {
    for (const { text } of functions) await runFile(db, text);
  });
});

test('each entity has the columns of its table, with their types', async () => {
  for (const { tableName, columns } of database.db.dataSource.entityMetadatas) {
    const stored = await listColumns(database.db, [tableName]);
    const byName = new Map(stored.map((column) => [column.name, column]));
    for (const column of columns) {
      const type = database.db.dataSource.driver.normalizeType(column) + (column.isArray ? '[]' : '');
      const { databaseName: name, isNullable } = column;
      expect({ tableName, name, type, isNullable }).toEqual({ tableName, ...byName.get(name) });
    }
  }
});
