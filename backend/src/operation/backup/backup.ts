import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Db } from '../../database/statement.ts';
import { makeFolder } from '../../makeFolder.ts';
import {
  type BackedUpTable,
  readSnapshotTime,
  schemaVersion,
  sequences,
  tablesInDependencyOrder,
} from './backupTables.query.ts';
import { type CopiedRows, copyBlobs, copyTable } from './copyOut.query.ts';
import {
  BackupError,
  type BackupManifest,
  backupFileName,
  hashOfManifest,
  MANIFEST,
  type TableCopy,
  updateHash,
} from './readBackup.ts';

const isBlobsTable = ({ name }: BackedUpTable): boolean => name === 'public.blobs';

/** All tables are copied from one snapshot except blobs, which never change: a snapshot that lasts for hours keeps VACUUM from its work (decision 0014). The manifest is written last. */
export async function backUp(db: Db, folder: string): Promise<BackupManifest> {
  // It contains users' names and hashes of session tokens.
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
    // Sequences are not part of a snapshot: read after the rows, they are never behind the copied ids.
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
      rows = yield* copied;
    },
    updateHash(hash),
    createGzip(),
    createWriteStream(join(folder, backupFileName(table.name)), { mode: 0o600, flush: true }),
  );
  return { ...table, rows, sha256: hash.digest('hex') };
}
