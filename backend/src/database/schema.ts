import { createHash } from 'node:crypto';
import type { MigrationInterface } from 'typeorm';
import { runFile } from './functions/functions.query.ts';
import { readSqlFile } from './sqlFile.ts';
import type { Db } from './statement.ts';
import { findTables, readMigrations, recordSchema } from './supportedDatabase.query.ts';
import { checkServer, UnsupportedDatabaseError } from './supportedDatabase.ts';

/** What brings databases of released versions to `structure.sql`. No version has been released. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [];

const STRUCTURE = 'database/structure.sql';

/** Identifies the schema of this program, by `structure.sql` without its comments and white space. */
export async function ownSchema(): Promise<string> {
  const text = (await readSqlFile(STRUCTURE)).replaceAll(/--.*|\s+/g, '');
  return `schema ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

/** Creates the tables of a new database. */
export async function createSchema(db: Db): Promise<void> {
  // A generated column of the tasks calls it. All other functions are created after the tables.
  await runFile(db, await readSqlFile('tasks/status_by_counts.sql'));
  await runFile(db, await readSqlFile(STRUCTURE));
}

/** After the creation of the tables, or after migrations: the database has the schema of this program. */
export const recordOwnSchema = async (db: Db): Promise<void> => void (await recordSchema(db, [await ownSchema()]));

/**
 * Refuses a database that has another schema, because statements would fail later, one by one.
 * @throws UnsupportedDatabaseError
 */
export async function checkSchema(db: Db): Promise<void> {
  const found = (await readMigrations(db, [])).map(({ name }) => name);
  const wanted = [await ownSchema(), ...db.dataSource.migrations.map((migration) => migration.constructor.name)];
  if (found.join() !== wanted.join()) {
    throw new UnsupportedDatabaseError(
      'The database was made by a newer or an unreleased version of Flyerdeck: start that version, or use an empty database.',
    );
  }
}

/** Refuses a database to which migrations of this program have not been applied. For commands that do not apply them. */
export async function checkMigrated(db: Db): Promise<void> {
  await checkServer(db);
  if ((await findTables(db, [])).length === 0) {
    throw new UnsupportedDatabaseError('The database is empty: run flyerdeck migrate, or start Flyerdeck with it.');
  }
  if (await db.dataSource.showMigrations()) {
    throw new UnsupportedDatabaseError(
      'The database is of an older version of Flyerdeck: apply the migrations with flyerdeck migrate, or use the older version.',
    );
  }
  await checkSchema(db);
}
