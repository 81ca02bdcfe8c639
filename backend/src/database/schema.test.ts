import type { MigrationInterface, QueryRunner } from 'typeorm';
import { structureOf } from '../../test/structure/structureOf.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { migrate } from '../dataSource.ts';
import { checkMigrated, checkPostgresVersion, ownSchema } from './schema.ts';

const database = useTestDatabase();
const empty = useTestDatabase({ isEmpty: true });
const change = (statements: string) => database.pool.query(statements);
const recorded = async ({ db } = database): Promise<string[]> =>
  (await db.query('SELECT name FROM migrations ORDER BY timestamp')).map(({ name }: { name: string }) => name);

const REFUSED =
  'The database was made by a newer or an unreleased version of Flyerdeck: start that version, or use an empty database.';

test('Postgres 14 is refused with one sentence, and 15 is accepted [S16.5-3]', () => {
  expect(() => checkPostgresVersion({ number: 140_011, name: '14.11' })).toThrow(
    'Flyerdeck needs Postgres 15 or newer, and the server at DATABASE_URL is 14.11.',
  );
  checkPostgresVersion({ number: 150_000, name: '15.0' });
});

test('a database with tables of something else is refused, and not changed', async () => {
  await empty.pool.query('CREATE TABLE users (name text)');
  await expect(migrate(empty.db)).rejects.toThrow(REFUSED);
  expect(await structureOf(empty.db)).toMatch(/CREATE TABLE users \(\n {2}name text\n\);\s*$/);
  await empty.pool.query('DROP TABLE users');
});

describe('a database of another schema', () => {
  beforeEach(() => change('CREATE TABLE kept AS TABLE migrations'));
  afterEach(() => change('TRUNCATE migrations; INSERT INTO migrations TABLE kept; DROP TABLE kept'));

  test.each([
    ['a changed structure.sql', `UPDATE migrations SET name = 'schema 0000000000000000'`],
    [
      'a migration of a newer version',
      `INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'Newer1999999999999')`,
    ],
    ['migrations of before the first release', `UPDATE migrations SET timestamp = 1, name = 'Former1'`],
  ])('is refused with one sentence, and not changed: %s [S16.5-3]', async (_, statement) => {
    await change(`${statement}; COMMENT ON FUNCTION page_day IS 'former'`);
    const before = await recorded();
    await expect(migrate(database.db)).rejects.toThrow(REFUSED);
    await expect(checkMigrated(database.db)).rejects.toThrow(REFUSED);
    expect(await recorded()).toEqual(before);
    const [pageDay] = await database.db.query(`SELECT obj_description('page_day'::regproc, 'pg_proc') AS hash`);
    expect(pageDay).toEqual({ hash: 'former' });
  });
});

describe('with a migration', () => {
  class Colour1888888888888 implements MigrationInterface {
    isFailing = false;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('ALTER TABLE presets ADD COLUMN colour text');
      if (this.isFailing) await runner.query('SELECT 1 / 0');
    }
    async down(): Promise<void> {}
  }
  const migration = new Colour1888888888888();
  beforeAll(() => {
    for (const { db } of [database, empty]) db.dataSource.migrations.push(migration);
  });

  test('a failed one changes nothing', async () => {
    const [structure, names] = [await structureOf(database.db), await recorded()];
    migration.isFailing = true;
    const printed = jest.spyOn(console, 'log').mockReturnValue();
    await expect(migrate(database.db)).rejects.toThrow('division by zero');
    expect(String(printed.mock.calls)).toContain('"Colour1888888888888" failed, error: division by zero');
    printed.mockRestore();
    migration.isFailing = false;
    expect([await structureOf(database.db), await recorded()]).toEqual([structure, names]);
  });

  test('a command that applies no migrations refuses a database of an older version', async () => {
    await expect(checkMigrated(database.db)).rejects.toThrow(
      'The database is of an older version of Flyerdeck: apply the migrations with flyerdeck migrate, or use the older version.',
    );
  });

  test('a database of an older version gets it once, and is then one of this version', async () => {
    await change(`UPDATE migrations SET name = 'schema 0000000000000000'`);
    await migrate(database.db);
    await migrate(database.db);
    await checkMigrated(database.db);
    expect(await recorded()).toEqual([await ownSchema(), 'Colour1888888888888']);
  });
});
