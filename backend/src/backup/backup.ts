import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BackupError, type BackupManifest, fileOf, hashing, MANIFEST } from './manifest.ts';
import { type BackedUpTable, schemaVersion, sequences, tablesInOrder } from './tables.ts';

/**
 * Everything in the database as it was at one moment, while the product goes on: COPY out of one REPEATABLE READ snapshot, a
 * packed file a table. The manifest comes last, so that a folder with one is a whole backup.
 */
export async function backUp(pool: Pool, folder: string): Promise<BackupManifest> {
  // People's names and the hashes of their sessions are in it.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty; a backup wants a folder of its own.`);
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ made_at: Date }>('SELECT now() AS made_at');
    const tables: BackupManifest['tables'][number][] = [];
    for (const table of await tablesInOrder(client)) tables.push(await copyOut(client, table, folder));
    const manifest: BackupManifest = {
      made_at: rows[0]?.made_at.toISOString() ?? '',
      schema: await schemaVersion(client),
      // Sequences know no snapshot: they may be ahead of the rows, which leaves a gap, and never behind.
      sequences: await sequences(client),
      tables,
    };
    await client.query('COMMIT');
    const unfinished = join(folder, `${MANIFEST}.new`);
    await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(unfinished, join(folder, MANIFEST));
    return manifest;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function copyOut(client: PoolClient, { name, columns }: BackedUpTable, folder: string) {
  const rows = client.query(copyTo(`COPY ${name} (${columns.join(', ')}) TO STDOUT`));
  const { through, digest } = hashing();
  await pipeline(rows, through, createGzip(), createWriteStream(join(folder, fileOf(name)), { mode: 0o600 }));
  return { name, columns, rows: rows.rowCount, sha256: digest() };
}
