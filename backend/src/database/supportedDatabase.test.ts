import { useTestDatabase } from '../../test/testDatabase.ts';
import { migrate } from '../dataSource.ts';
import { checkMigrated, checkPostgresVersion } from './supportedDatabase.ts';

const database = useTestDatabase();
const empty = useTestDatabase({ isEmpty: true });
const setOldestProgram = (timestamp: string) =>
  database.pool.query(`UPDATE schema_compatibility SET oldest_program = ${timestamp}`);

test('Postgres 14 is refused with one sentence, and 15 is accepted [S16.5-3]', () => {
  expect(() => checkPostgresVersion({ number: 140_011, name: '14.11' })).toThrow(
    'Flyerdeck needs Postgres 15 or newer, and the server at DATABASE_URL is 14.11.',
  );
  checkPostgresVersion({ number: 150_000, name: '15.0' });
});

test('a program is refused by a database that a newer version has changed so that it no longer works, and nothing is changed [S16.5-3]', async () => {
  await setOldestProgram('1999999999999');
  const sentence =
    'The database was changed by a newer version of Flyerdeck, with which this version does not work: start the newer version.';
  await expect(migrate(database.db)).rejects.toThrow(sentence);
  await expect(checkMigrated(database.db)).rejects.toThrow(sentence);
});

test('a program works with a newer database from which nothing was removed, as during an upgrade [S16.5-3]', async () => {
  await setOldestProgram('(SELECT max(timestamp) FROM migrations)');
  await database.pool.query(
    `INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'Additive1999999999999'); ALTER TABLE presets ADD COLUMN colour text`,
  );
  await migrate(database.db);
  await checkMigrated(database.db);
});

test('a command that applies no migrations refuses an empty database', async () => {
  await expect(checkMigrated(empty.db)).rejects.toThrow('The database is empty: run flyerdeck migrate');
});

test('a command that applies no migrations refuses a database of an older version', async () => {
  await database.pool.query('DELETE FROM migrations');
  await expect(checkMigrated(database.db)).rejects.toThrow(
    'The database is of an older version of Flyerdeck: apply the migrations with flyerdeck migrate, or use the older version.',
  );
});
