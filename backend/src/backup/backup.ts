import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Db } from '../database/statement.ts';
import { BackupError, type BackupManifest, fileOf, hashedBy, MANIFEST, type TableCopy } from './backupManifest.ts';
import { type BackedUpTable, readTime, schemaVersion, sequences, tablesInOrder } from './backupTables.query.ts';
import { type CopiedRows, copyBlobs, copyTable } from './copyOut.query.ts';

const isBlobs = ({ name }: BackedUpTable): boolean => name === 'public.blobs';

/**
 * Backs up the database as it is at one moment, while the product runs. Each table is copied from one REPEATABLE READ
 * snapshot into a compressed file. Blobs are copied after the snapshot has ended: they never change, and a snapshot that lasts
 * for hours slows down polls. The manifest is written last, so a folder that has one is a complete backup. Writes nothing to
 * the database.
 */
export async function backUp(db: Db, folder: string): Promise<BackupManifest> {
  // Only the owner may read it: it contains users' names and the hashes of their sessions.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty; a backup needs a folder of its own.`);
  const tables: TableCopy[] = [];
  const runner = db.dataSource.createQueryRunner();
  try {
    const { all, made_at, schema } = await runner.manager.transaction('REPEATABLE READ', async (snapshot) => {
      const [now] = await readTime(snapshot, []);
      const all = await tablesInOrder(snapshot);
      if (all.length === 0) throw new BackupError('This database is empty: Flyerdeck has never run on it.');
      const schema = await schemaVersion(snapshot);
      for (const table of all.filter((table) => !isBlobs(table))) {
        tables.push(await writeTable(table, folder, copyTable(snapshot, table)));
      }
      return { all, made_at: now?.made_at.toISOString() ?? '', schema };
    });
    for (const table of all.filter(isBlobs)) {
      tables.push(await writeTable(table, folder, copyBlobs(runner.manager, table)));
    }
    // Sequences are not part of a snapshot. They may be ahead of the copied rows, which leaves a gap in the ids, but never behind.
    const manifest = { made_at, schema, sequences: await sequences(runner.manager, []), tables };
    const unfinished = join(folder, `${MANIFEST}.new`);
    await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(unfinished, join(folder, MANIFEST));
    return manifest;
  } finally {
    await runner.release();
  }
}

async function writeTable(table: BackedUpTable, folder: string, copied: CopiedRows): Promise<TableCopy> {
  let rows = 0;
  const hash = createHash('sha256');
  await pipeline(
    async function* () {
      rows = yield* copied;
    },
    hashedBy(hash),
    createGzip(),
    createWriteStream(join(folder, fileOf(table.name)), { mode: 0o600 }),
  );
  return { ...table, rows, sha256: hash.digest('hex') };
}
