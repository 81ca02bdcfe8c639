import { join } from 'node:path';
import { poolOf } from '../../database/pool.ts';
import { withProcessLock } from '../../database/processLock.query.ts';
import type { Db } from '../../database/statement.ts';
import { migrate } from '../../dataSource.ts';
import { sentenceOf } from '../../faults.ts';
import { lastTestRestore, testRestoreFailed } from '../../metrics.ts';
import { readBooks } from '../books/books.query.ts';
import { newestBackupIn, noteTestRestore, type TestRestore, testRestoreIn } from './backupFolder.ts';
import { schemaVersion } from './backupTables.query.ts';
import { BackupError, readManifest } from './readBackup.ts';
import { restore } from './restore.ts';
import { withScratchDatabase } from './scratchDatabase.query.ts';

const DAY_MS = 86_400_000;

export interface TestRestoreSettings {
  readonly folder: string;
  /** A larger database is not copied, because a full disk would stop Postgres. 0: no backup is tested. */
  readonly testGb: number;
}

/** One process at a time does this. @returns the result, or null when no test was due */
export async function testRestoreIfDue(
  db: Db,
  { folder, testGb }: TestRestoreSettings,
  now = new Date(),
): Promise<TestRestore | null> {
  if (testGb === 0) return null;
  let result: TestRestore | null = null;
  const findDue = async () => {
    const last = await testRestoreIn(folder);
    setMetrics(last);
    const days = last?.error === null ? 7 : 1;
    if (last !== null && now.getTime() - Date.parse(last.at) < days * DAY_MS) return null;
    const newest = await newestBackupIn(folder, now).catch(() => null);
    if (newest === null) return null;
    const backup = join(folder, newest.name);
    return (await isOfOtherVersion(db, backup)) ? null : { last, name: newest.name, backup };
  };
  if (!(await findDue())) return null;
  await withProcessLock(db, 'testRestore', async (lost) => {
    // Another process may have just finished one.
    const due = await findDue();
    if (!due) return;
    const error = await testRestore(db, due.backup, testGb).then(
      () => null,
      (error: Error) => sentenceOf(error) ?? `The backup cannot be restored: ${error.message}.`,
    );
    // The backup is not the cause of a failure then.
    if (lost.aborted || poolOf(db).ending) return;
    const at = now.toISOString();
    result = { backup: due.name, at, error, good_at: error === null ? at : (due.last?.good_at ?? null) };
    await noteTestRestore(folder, result);
    setMetrics(result);
  });
  return result;
}

function setMetrics(last: TestRestore | null): void {
  lastTestRestore.set(new Date(last?.good_at ?? 0).getTime() / 1000);
  testRestoreFailed.set(last?.error ? 1 : 0);
}

/** After an upgrade, until the next backup. A manifest that cannot be read is a failure of the test. */
async function isOfOtherVersion(db: Db, folder: string): Promise<boolean> {
  const { schema } = await readManifest(folder).catch(() => ({ schema: null }));
  return Array.isArray(schema) && schema.join() !== (await schemaVersion(db)).join();
}

/** No transaction is open in the product's database meanwhile. @throws when the restored rows are not those of the backup, or the books do not explain them */
const testRestore = (db: Db, folder: string, testGb: number): Promise<void> =>
  withScratchDatabase(db, testGb, async (scratch) => {
    await migrate(scratch);
    // It compares the hash and the number of rows of each table.
    await restore(scratch, folder);
    const { deviations_count } = await readBooks(scratch);
    if (deviations_count > 0)
      throw new BackupError(`After the restore the books do not explain everything (deviations: ${deviations_count}).`);
  });
