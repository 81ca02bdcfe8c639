import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../context.ts';
import { withProcessLock } from '../../database/processLock.query.ts';
import type { Db } from '../../database/statement.ts';
import { sentenceOf } from '../../faults.ts';
import { type RepeatingTimer, startRepeatingTimer } from '../../jobs/repeatingTimer.ts';
import { makeFolder } from '../../makeFolder.ts';
import { backupInterval, lastBackup } from '../../metrics.ts';
import { OperatorError } from '../../operatorError.ts';
import { backUp } from './backup.ts';
import * as backups from './backupFolder.ts';
import { listErasedAccounts } from './erasedAccountsFile.ts';
import { verifyBackup } from './readBackup.ts';
import { type TestRestoreSettings, testRestoreIfDue } from './testRestore.ts';

const LOOK_EVERY_SECONDS = 60;
const HOUR_MS = 3_600_000;

export interface BackupSchedule {
  readonly folder: string;
  readonly everyHours: number;
  /** Older backups are deleted, after so many intervals. */
  readonly keep: number;
}

export const isBackupLate = (at: Date | null, everyHours: number): boolean =>
  at === null || Date.now() - at.getTime() > 2 * everyHours * HOUR_MS;

/**
 * A backup gets its name only after all of its files were written and read back. One process at a time does this.
 * @returns the name of the new backup, or null
 */
export async function backUpIfDue(
  db: Db,
  { folder, everyHours, keep }: BackupSchedule,
  now = new Date(),
): Promise<string | null> {
  backupInterval.set((everyHours * HOUR_MS) / 1000);
  await makeFolder(folder, 0o700);
  const isDue = async () => {
    const newest = await backups.newestBackupIn(folder, now);
    lastBackup.set((newest?.at.getTime() ?? 0) / 1000);
    if (newest === null || now.getTime() - newest.at.getTime() >= everyHours * HOUR_MS) return true;
    return (await backups.askedAt(folder)) !== null;
  };
  if (!(await isDue())) return null;
  let made: string | null = null;
  await withProcessLock(db, 'backup', async () => {
    // Another process may have just finished one.
    if (!(await isDue())) return;
    const asked = await backups.askedAt(folder);
    await backups.removeUnfinished(folder);
    const name = backups.nameOfBackup(now);
    const unfinished = backups.unfinishedOf(folder, name);
    try {
      await backUp(db, unfinished);
      await verifyBackup(unfinished);
      await rename(unfinished, join(folder, name));
    } catch (error) {
      const sentence = sentenceOf(error, { writesTo: folder });
      const failure = sentence === null ? (error as Error) : new OperatorError(sentence, { cause: error });
      await backups.noteFailure(folder, failure.message).catch(() => undefined);
      throw failure;
    }
    made = name;
    lastBackup.set(backups.timeOfBackup(name).getTime() / 1000);
    await backups.forgetFailure(folder);
    await backups.forgetAsked(folder, asked);
    await backups.removeOldBackups(folder, keep, new Date(now.getTime() - keep * everyHours * HOUR_MS));
  });
  return made;
}

/** What fails is logged and tried again a minute later. */
export function startScheduledBackups(
  { db, logger, problems }: Pick<AppContext, 'db' | 'logger' | 'problems'>,
  schedule: BackupSchedule & TestRestoreSettings,
): RepeatingTimer {
  let erasuresSince = new Date(0);
  return startRepeatingTimer({
    name: 'the scheduled backup',
    everySeconds: LOOK_EVERY_SECONDS,
    logger,
    problems,
    // A backup takes as long as the data needs. An alert says when it is late.
    maxSeconds: Number.POSITIVE_INFINITY,
    work: async () => {
      const now = Date.now();
      await listErasedAccounts(db, schedule.folder, erasuresSince);
      // Overlaps, because transactions commit late and clocks differ.
      erasuresSince = new Date(now - HOUR_MS);
      const name = await backUpIfDue(db, schedule);
      if (name !== null) logger.info({ backup: name }, 'a backup was made');
      const test = await testRestoreIfDue(db, schedule);
      if (test) logger[test.error === null ? 'info' : 'error'](test, 'a backup was restored as a test');
    },
  });
}
