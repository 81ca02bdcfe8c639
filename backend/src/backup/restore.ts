import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError, type BackupManifest, fileOf, hashing, MANIFEST } from './backupManifest.ts';
import { schemaVersion, tablesInOrder } from './backupTables.ts';

/**
 * Restores a backup into a migrated database in which nobody has signed in yet; all of it or nothing.
 * @throws BackupError where the database is in use, or the backup is of another version or incomplete
 */
export async function restore(pool: Pool, folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await refuseUnlessFitting(client, manifest);
    const tables = await tablesInOrder(client);
    // They would enqueue the backup's jobs again; and the ledger's trigger refuses that its seed is deleted.
    for (const { name } of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    // The rows that migrations insert are in the backup too, perhaps changed.
    for (const { name } of [...tables].reverse()) await client.query(`DELETE FROM ${name}`);
    for (const { name } of tables) {
      const table = manifest.tables.find((other) => other.name === name);
      if (!table) throw new BackupError(`The backup has no table ${name}.`);
      await copyIn(client, table, folder);
    }
    for (const { name } of tables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { name, last_value } of manifest.sequences) {
      if (last_value !== null) await client.query('SELECT setval($1, $2)', [name, last_value]);
    }
    await client.query('COMMIT');
    // Without it the first plans would be made for empty tables.
    await client.query('ANALYZE');
    return manifest;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`There is no complete backup in ${folder}: ${MANIFEST} is missing.`);
  });
  return JSON.parse(text) as BackupManifest;
}

async function refuseUnlessFitting(client: PoolClient, { schema }: BackupManifest): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM users LIMIT 1');
  if (rowCount) throw new BackupError('The database is in use; a backup can only be restored into an empty one.');
  const own = await schemaVersion(client);
  if (own.join() !== schema.join()) {
    throw new BackupError(
      `The backup is of another version (${schema.at(-1)}); restore it with that version, which this one then migrates.`,
    );
  }
}

async function copyIn(client: PoolClient, table: BackupManifest['tables'][number], folder: string): Promise<void> {
  const rows = client.query(copyFrom(`COPY ${table.name} (${table.columns.join(', ')}) FROM STDIN`));
  const { through, digest } = hashing();
  try {
    await pipeline(createReadStream(join(folder, fileOf(table.name))), createGunzip(), through, rows);
  } catch (error) {
    throw new BackupError(`${fileOf(table.name)} cannot be restored: ${(error as Error).message}.`, { cause: error });
  }
  if (rows.rowCount !== table.rows || digest() !== table.sha256) {
    throw new BackupError(`${fileOf(table.name)} differs from what was backed up.`);
  }
}
