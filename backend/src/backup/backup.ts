import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Db } from '../database/statement.ts';
import { BackupError, type BackupManifest, fileOf, hashing, MANIFEST } from './backupManifest.ts';
import { type BackedUpTable, schemaVersion, sequences, tablesInOrder } from './backupTables.query.ts';
import { copyBlobs, isBlobs } from './copyBlobs.query.ts';
import { type CopiedRows, copyOut } from './copyOut.query.ts';
import { forbidWrites, readTime } from './snapshot.query.ts';

type TableCopy = BackupManifest['tables'][number];

/**
 * Everything in the database at one moment, while the product runs: COPY out of one REPEATABLE READ snapshot, one
 * compressed file for each table. Blobs follow after the snapshot has ended: they never change, and a snapshot that lasts hours
 * slows every poll. The manifest comes last, so that a folder with one is a complete backup. Writes nothing to the database.
 */
export async function backUp(db: Db, folder: string): Promise<BackupManifest> {
  // It contains people's names and the hashes of their sessions.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty; a backup needs a folder of its own.`);
  const runner = db.dataSource.createQueryRunner();
  const snapshot = runner.manager;
  try {
    await runner.startTransaction('REPEATABLE READ');
    await forbidWrites(snapshot, []);
    const [now] = await readTime(snapshot, []);
    const all = await tablesInOrder(snapshot);
    if (all.length === 0) throw new BackupError('This database is empty: Flyerdeck has never run on it.');
    const schema = await schemaVersion(snapshot);
    const tables: TableCopy[] = [];
    for (const table of all.filter((table) => !isBlobs(table))) {
      tables.push(await writeTable(table, folder, copyOut(snapshot, `${table.name} (${table.columns.join(', ')})`)));
    }
    await runner.commitTransaction();
    for (const table of all.filter(isBlobs)) tables.push(await writeTable(table, folder, copyBlobs(snapshot, table)));
    const manifest: BackupManifest = {
      made_at: now?.made_at.toISOString() ?? '',
      schema,
      // Sequences are not part of a snapshot: they may be ahead of the rows, which leaves a gap, and never behind.
      sequences: await sequences(snapshot, []),
      tables,
    };
    const unfinished = join(folder, `${MANIFEST}.new`);
    await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(unfinished, join(folder, MANIFEST));
    return manifest;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

async function writeTable({ name, columns }: BackedUpTable, folder: string, copied: CopiedRows): Promise<TableCopy> {
  let rows = 0;
  const { through, digest } = hashing();
  await pipeline(
    async function* () {
      rows = yield* copied;
    },
    through,
    createGzip(),
    createWriteStream(join(folder, fileOf(name)), { mode: 0o600 }),
  );
  return { name, columns, rows, sha256: digest() };
}
