import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { withProcessLock } from '../database/processLock.query.ts';
import type { Db } from '../database/statement.ts';
import { type RepeatingTimer, startRepeatingTimer } from '../jobs/repeatingTimer.ts';
import { makeFolder } from '../makeFolder.ts';
import { backupInterval, lastBackup } from '../metrics.ts';
import { backUp } from './backup.ts';
import { listErasedAccounts } from './erasedAccountsFile.ts';
import { verifyBackup } from './readBackup.ts';

const LOOK_EVERY_SECONDS = 60;
const HOUR_MS = 3_600_000;
/** A folder with this ending is not a backup: it is still written, or about to be deleted. */
const UNFINISHED = '.unfinished';
/** Named by the time of their start, such as 2026-11-23T04-00-00Z. */
const BACKUP_NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/;

export interface BackupSchedule {
  readonly folder: string;
  readonly everyHours: number;
  /** Older backups are deleted. */
  readonly keep: number;
}

const nameOf = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
const timeOf = (name: string) => Date.parse(name.replace(BACKUP_NAME, '$1:$2:$3Z'));

async function namesIn(folder: string): Promise<{ readonly backups: string[]; readonly unfinished: string[] }> {
  const names = (await readdir(folder)).sort();
  return {
    backups: names.filter((name) => BACKUP_NAME.test(name)),
    unfinished: names.filter(
      (name) => name.endsWith(UNFINISHED) && BACKUP_NAME.test(name.slice(0, -UNFINISHED.length)),
    ),
  };
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await namesIn(folder)).unfinished) await rm(join(folder, name), { recursive: true });
}

/** The newest complete backup of a folder. */
export async function newestBackupIn(folder: string): Promise<{ readonly name: string; readonly at: Date } | null> {
  const name = (await namesIn(folder)).backups.at(-1);
  return name === undefined ? null : { name, at: new Date(timeOf(name)) };
}

/** Whether the newest backup is older than two intervals, or there is none. */
export async function isBackupLate({ folder, everyHours }: BackupSchedule, now = new Date()): Promise<boolean> {
  const newest = await newestBackupIn(folder).catch(() => null);
  return newest === null || now.getTime() - newest.at.getTime() > 2 * everyHours * HOUR_MS;
}

/**
 * Makes a backup if the newest one in the folder is older than `everyHours`. A backup gets its name only after all of its files
 * were written and read back. Then the oldest ones beyond `keep` are deleted. Only one process at a time does this.
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
    const newest = await newestBackupIn(folder);
    lastBackup.set((newest?.at.getTime() ?? 0) / 1000);
    return newest === null || now.getTime() - newest.at.getTime() >= everyHours * HOUR_MS;
  };
  if (!(await isDue())) return null;
  let made: string | null = null;
  await withProcessLock(db, 'backup', async () => {
    // Another process may have just finished one.
    if (!(await isDue())) return;
    await removeUnfinished(folder);
    const name = nameOf(now);
    const unfinished = join(folder, `${name}${UNFINISHED}`);
    await backUp(db, unfinished);
    await verifyBackup(unfinished);
    await rename(unfinished, join(folder, name));
    made = name;
    lastBackup.set(timeOf(name) / 1000);
    for (const old of (await namesIn(folder)).backups.slice(0, -keep)) {
      await rename(join(folder, old), join(folder, `${old}${UNFINISHED}`));
    }
    await removeUnfinished(folder);
  });
  return made;
}

/**
 * Makes backups in this process, and lists the erased accounts beside them. What fails is logged and tried again a minute later.
 */
export function startScheduledBackups(
  { sessionDb: db, logger, problems }: Pick<AppContext, 'sessionDb' | 'logger' | 'problems'>,
  schedule: BackupSchedule,
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
    },
  });
}
