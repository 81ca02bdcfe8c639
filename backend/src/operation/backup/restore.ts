import { from as copyFrom } from 'pg-copy-streams';
import { clientOf, type Db, sql } from '../../database/statement.ts';
import { type BackedUpTable, schemaVersion, sequences, tablesInDependencyOrder } from './backupTables.query.ts';
import {
  BackupError,
  type BackupManifest,
  backupFileName,
  checkManifest,
  readManifest,
  readTable,
  type TableCopy,
} from './readBackup.ts';

// Names of tables and columns are those of this database, quoted in backupTables.query.ts, never of a file.

const switchTriggers = (state: 'DISABLE' | 'ENABLE') => (db: Db, table: string) =>
  sql(`ALTER TABLE ${table} ${state} TRIGGER USER`)(db, []);
const disableTriggers = switchTriggers('DISABLE');
const enableTriggers = switchTriggers('ENABLE');

const emptyTable = (db: Db, table: string) => sql(`DELETE FROM ${table}`)(db, []);

/** Rows are in COPY's text format. */
async function rowsInto(db: Db, table: string, columns: readonly string[]) {
  const client = await clientOf(db);
  return client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
}

const setSequence = sql<never, [name: string, lastValue: string]>('SELECT setval($1, $2)');
const analyze = sql('ANALYZE');
const findAnyUser = sql<{ id: string }>('SELECT id FROM users LIMIT 1');
export const hasUsers = async (db: Db): Promise<boolean> => (await findAnyUser(db, [])).length > 0;

interface RestoreOptions {
  /** The last part of the transaction. */
  finish?(db: Db): Promise<unknown>;
}

/** One transaction. No user may have signed in yet. @throws BackupError when the database is in use, or the backup is incomplete or of another version */
export async function restore(db: Db, folder: string, { finish }: RestoreOptions = {}): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  await db.transaction(async (db) => {
    await checkIsUnused(db);
    await checkVersion(db, manifest);
    const tables = await tablesInDependencyOrder(db);
    await checkNames(db, manifest, tables);
    // The triggers would enqueue jobs that the backup also contains, and the ledger's trigger forbids deleting rows.
    for (const { name } of tables) await disableTriggers(db, name);
    // The first check was before nobody could sign in any more.
    await checkIsUnused(db);
    // A new database has rows. The backup contains them too, possibly changed.
    for (const { name } of [...tables].reverse()) await emptyTable(db, name);
    for (const { name } of tables) {
      const table = manifest.tables.find((other) => other.name === name);
      if (!table) throw new BackupError(`The backup has no table ${name}.`);
      await copyIn(db, table, folder);
    }
    for (const { name } of tables) await enableTriggers(db, name);
    for (const { name, last_value } of manifest.sequences) {
      if (last_value !== null) await setSequence(db, [name, last_value]);
    }
    await finish?.(db);
  });
  // Otherwise Postgres would plan the first queries for empty tables.
  await analyze(db, []);
  return manifest;
}

/** The manifest may be forged, with its hash: its names become SQL only if this database has them. */
async function checkNames(db: Db, manifest: BackupManifest, tables: readonly BackedUpTable[]): Promise<void> {
  checkManifest(manifest);
  const own = new Map(tables.map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of manifest.tables) {
    const known = own.get(name);
    if (!known) throw new BackupError('The backup has an unknown table.');
    // The order of columns differs between databases.
    if ([...known].sort().join() !== [...columns].sort().join())
      throw new BackupError(`The backup has an unknown column, or not all columns, of ${name}.`);
  }
  const ownSequences = new Set((await sequences(db, [])).map(({ name }) => name));
  if (manifest.sequences.some(({ name }) => !ownSequences.has(name)))
    throw new BackupError('The backup has an unknown sequence.');
}

async function checkIsUnused(db: Db): Promise<void> {
  if (await hasUsers(db))
    throw new BackupError('The database is in use; a backup can only be restored into an empty one.');
}

async function checkVersion(db: Db, { schema }: BackupManifest): Promise<void> {
  if ((await schemaVersion(db)).join() !== schema.join()) {
    throw new BackupError(
      'The backup is of another version of Flyerdeck: restore it with that version. A newer one then migrates the database.',
    );
  }
}

async function copyIn(db: Db, table: TableCopy, folder: string): Promise<void> {
  const rows = await rowsInto(db, table.name, table.columns);
  await readTable(folder, table, rows);
  if (rows.rowCount !== table.rows) {
    throw new BackupError(`${backupFileName(table.name)} differs from what was backed up.`);
  }
}
