import { from as copyFrom } from 'pg-copy-streams';
import { clientOf, type Db, sql } from '../database/statement.ts';

// Names of tables and columns are those of this database, quoted in backupTables.query.ts, never of a file.

const switchTriggers = (state: 'DISABLE' | 'ENABLE') => (db: Db, table: string) =>
  sql(`ALTER TABLE ${table} ${state} TRIGGER USER`)(db, []);
export const disableTriggers = switchTriggers('DISABLE');
export const enableTriggers = switchTriggers('ENABLE');

export const emptyTable = (db: Db, table: string) => sql(`DELETE FROM ${table}`)(db, []);

/** Rows are in COPY's text format. */
export async function rowsInto(db: Db, table: string, columns: readonly string[]) {
  const client = await clientOf(db);
  return client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
}

export const setSequence = sql<never, [name: string, lastValue: string]>('SELECT setval($1, $2)');
export const analyze = sql('ANALYZE');
export const findAnyUser = sql<{ id: string }>('SELECT id FROM users LIMIT 1');
