import { runFile } from './functions/functions.query.ts';
import { readSqlFile } from './sqlFile.ts';
import type { Db } from './statement.ts';

/** Creates the tables of a new database. */
export async function createSchema(db: Db): Promise<void> {
  // A generated column of the tasks calls it. All other functions are created after the migrations.
  await runFile(db, await readSqlFile('tasks/status_by_counts.sql'));
  await runFile(db, await readSqlFile('database/structure.sql'));
}
