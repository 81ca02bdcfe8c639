import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Db } from '../database/statement.ts';
import { makeFolder } from '../makeFolder.ts';
import {
  BackupError,
  type BackupManifest,
  backupFileName,
  hashOfManifest,
  MANIFEST,
  type TableCopy,
  updateHash,
} from './backupManifest.ts';
import {
  type BackedUpTable,
  readSnapshotTime,
  schemaVersion,
  sequences,
  tablesInDependencyOrder,
} from './backupTables.query.ts';
import { type CopiedRows, copyBlobs, copyTable } from './copyOut.query.ts';

const isBlobsTable = ({ name }: BackedUpTable): boolean => name === 'public.blobs';

/**
 * Backs up the database as it is at one moment, while the product runs. All tables except blobs are copied
 * from the same REPEATABLE READ snapshot, each into a compressed file. Blobs are copied after the snapshot has ended. They never
 * change, and a snapshot that lasts for hours slows down polls, because VACUUM cannot remove old row versions (decision 0014).
 * The manifest is written last, so a folder that contains a manifest contains a complete backup. Writes nothing to the database.
 */
export async function backUp(db: Db, folder: string): Promise<BackupManifest> {
  // Only the operating system user who runs the backup may read it: it contains users' names and hashes of session tokens.
  await makeFolder(folder, 0o700);
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty; choose a new or empty folder for the backup.`);
  const tables: TableCopy[] = [];
  const runner = db.dataSource.createQueryRunner();
  try {
    const { allTables, made_at, schema } = await runner.manager.transaction('REPEATABLE READ', async (snapshot) => {
      const [now] = await readSnapshotTime(snapshot, []);
      const allTables = await tablesInDependencyOrder(snapshot);
      if (allTables.length === 0) throw new BackupError('This database has no tables: start Flyerdeck with it first.');
      const schema = await schemaVersion(snapshot);
      for (const table of allTables.filter((table) => !isBlobsTable(table))) {
        tables.push(await writeTable(table, folder, copyTable(snapshot, table)));
      }
      return { allTables, made_at: now?.made_at.toISOString() ?? '', schema };
    });
    for (const table of allTables.filter(isBlobsTable)) {
      tables.push(await writeTable(table, folder, copyBlobs(runner.manager, table)));
    }
    // Sequences are not part of a snapshot. They are read after the rows, so they are never behind the ids of the copied rows. If
    // they are ahead, some ids are not used.
    const fields = { made_at, schema, sequences: await sequences(runner.manager, []), tables };
    const manifest = { ...fields, sha256: hashOfManifest(fields) };
    const unfinished = join(folder, `${MANIFEST}.new`);
    await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
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
      // The generator returns the number of rows.
      rows = yield* copied;
    },
    updateHash(hash),
    createGzip(),
    createWriteStream(join(folder, backupFileName(table.name)), { mode: 0o600, flush: true }),
  );
  return { ...table, rows, sha256: hash.digest('hex') };
}
