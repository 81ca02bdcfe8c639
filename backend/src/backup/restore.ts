import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Db } from '../database/statement.ts';
import {
  BackupError,
  type BackupManifest,
  backupFileName,
  MANIFEST,
  type TableCopy,
  updateHash,
} from './backupManifest.ts';
import { schemaVersion, tablesInDependencyOrder } from './backupTables.query.ts';
import {
  analyze,
  disableTriggers,
  emptyTable,
  enableTriggers,
  findAnyUser,
  rowsInto,
  setSequence,
} from './restore.query.ts';

/**
 * Restores a whole backup in one transaction, into a migrated database in which no user has signed in yet.
 * @throws BackupError when the database is in use, or the backup is incomplete or of another version
 */
export async function restore(db: Db, folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  await db.transaction(async (db) => {
    await checkCanRestore(db, manifest);
    const tables = await tablesInDependencyOrder(db);
    // The triggers would enqueue jobs that the backup also contains, and the ledger's trigger forbids deleting rows.
    for (const { name } of tables) await disableTriggers(db, name);
    // Migrations have inserted rows. The backup contains them too, possibly changed.
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
  });
  // Otherwise Postgres would plan the first queries for empty tables.
  await analyze(db, []);
  return manifest;
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`There is no complete backup in ${folder}: ${MANIFEST} is missing.`);
  });
  return JSON.parse(text) as BackupManifest;
}

async function checkCanRestore(db: Db, { schema }: BackupManifest): Promise<void> {
  if ((await findAnyUser(db, [])).length > 0)
    throw new BackupError('The database is in use; a backup can only be restored into an empty one.');
  const own = await schemaVersion(db);
  if (own.join() !== schema.join()) {
    throw new BackupError(
      `The backup is of another version (${schema.at(-1)}); restore it with that version, then start this one, which migrates the database.`,
    );
  }
}

async function copyIn(db: Db, table: TableCopy, folder: string): Promise<void> {
  const rows = await rowsInto(db, table.name, table.columns);
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(join(folder, backupFileName(table.name))), createGunzip(), updateHash(hash), rows);
  } catch (error) {
    throw new BackupError(`${backupFileName(table.name)} cannot be restored: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  if (rows.rowCount !== table.rows || hash.digest('hex') !== table.sha256) {
    throw new BackupError(`${backupFileName(table.name)} differs from what was backed up.`);
  }
}
