import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backups } from '@flyerdeck/contracts';
import { makeFolder } from '../../makeFolder.ts';
import { type BackupManifest, MANIFEST, readManifest } from './readBackup.ts';

/** A folder with this ending is not a backup: it is still written, or about to be deleted. */
const UNFINISHED = '.unfinished';
/** Such as 2026-11-23T04-00-00Z, the time of the start. */
const BACKUP_NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/;
/** Its time of change is when an admin asked for a backup. The backup that begins later deletes it. */
const ASKED = 'asked';
/** Why the last attempt failed. The next success deletes it. */
const FAILURE = 'failure.txt';
/** The result of the last test restore. */
const TEST_RESTORE = 'test-restore.json';

/** Processes share their state through the folder, also those of other machines that mount it. */
export const nameOfBackup = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
const isBackupName = (name: string): boolean => BACKUP_NAME.test(name);
export const timeOfBackup = (name: string): Date => new Date(name.replace(BACKUP_NAME, '$1:$2:$3Z'));
export const unfinishedOf = (folder: string, name: string): string => join(folder, `${name}${UNFINISHED}`);

/** Oldest first. */
async function namesIn(folder: string): Promise<{ readonly backups: string[]; readonly unfinished: string[] }> {
  const names = (await readdir(folder)).sort();
  return {
    backups: names.filter(isBackupName),
    unfinished: names.flatMap((name) => {
      const backup = name.slice(0, -UNFINISHED.length);
      return name.endsWith(UNFINISHED) && isBackupName(backup) ? [backup] : [];
    }),
  };
}

export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await namesIn(folder)).unfinished) await rm(unfinishedOf(folder, name), { recursive: true });
}

/** Only those made before `madeBefore`: backups that admins ask for do not push out the scheduled ones. */
export async function removeOldBackups(folder: string, keep: number, madeBefore: Date): Promise<void> {
  for (const old of (await namesIn(folder)).backups.slice(0, -keep))
    if (timeOfBackup(old) <= madeBefore) await rename(join(folder, old), unfinishedOf(folder, old));
  await removeUnfinished(folder);
}

/** Clocks of machines differ less. A later backup was made while a clock was wrong: it must not prevent the next ones for years. */
const MAX_AHEAD_MS = 3_600_000;
const newestOf = (backups: readonly string[], now: Date): string | undefined => {
  const latest = nameOfBackup(new Date(now.getTime() + MAX_AHEAD_MS));
  return backups.findLast((name) => name <= latest);
};

export async function newestBackupIn(
  folder: string,
  now = new Date(),
): Promise<{ readonly name: string; readonly at: Date } | null> {
  const name = newestOf((await namesIn(folder)).backups, now);
  return name === undefined ? null : { name, at: timeOfBackup(name) };
}

export async function askedAt(folder: string): Promise<Date | null> {
  const file = await stat(join(folder, ASKED)).catch(() => null);
  return file?.mtime ?? null;
}

export async function askForBackup(folder: string): Promise<void> {
  await makeFolder(folder, 0o700);
  await writeFile(join(folder, ASKED), '');
}

/** Only if the folder was asked for the last time `at`, when the backup began, or before. */
export async function forgetAsked(folder: string, at: Date | null): Promise<void> {
  const latest = await askedAt(folder);
  if (latest && at && latest <= at) await rm(join(folder, ASKED), { force: true });
}

export const noteFailure = (folder: string, sentence: string): Promise<void> =>
  writeFile(join(folder, FAILURE), sentence, { mode: 0o600 });
export const forgetFailure = (folder: string): Promise<void> => rm(join(folder, FAILURE), { force: true });

async function failureIn(folder: string): Promise<{ at: string; error: string } | null> {
  const file = join(folder, FAILURE);
  const [stats, error] = await Promise.all([stat(file), readFile(file, 'utf8')]).catch(() => []);
  return stats && error ? { at: stats.mtime.toISOString(), error } : null;
}

export type TestRestore = NonNullable<Backups['test_restore']>;
export const noteTestRestore = (folder: string, result: TestRestore): Promise<void> =>
  writeFile(join(folder, TEST_RESTORE), JSON.stringify(result), { mode: 0o600 });
/** Null also for a file that a crash has left incomplete. */
export const testRestoreIn = (folder: string): Promise<TestRestore | null> =>
  readFile(join(folder, TEST_RESTORE), 'utf8')
    .then(JSON.parse)
    .catch(() => null);

export async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Null if the folder does not exist, or no longer. */
async function describeBackup(folder: string, name: string) {
  try {
    const manifest: BackupManifest = JSON.parse(await readFile(join(folder, name, MANIFEST), 'utf8'));
    const rowCount = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
    return { name, made_at: manifest.made_at, byte_size: await bytesIn(join(folder, name)), row_count: rowCount };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The newest one with users: a worker also backs up a new, empty database. Null if there is none. */
export async function newestWithUsers(folder: string): Promise<{ name: string; made_at: string } | null> {
  const { backups } = await namesIn(folder).catch(() => ({ backups: [] }));
  for (const name of backups.reverse()) {
    const manifest = await readManifest(join(folder, name)).catch(() => null);
    if (manifest?.tables.some((table) => table.name === 'public.users' && table.rows > 0))
      return { name, made_at: manifest.made_at };
  }
  return null;
}

/** Newest first. A folder that does not exist contains nothing. */
export async function describeFolder(folder: string, most: number) {
  let unreadable: string | null = null;
  const { backups, unfinished } = await namesIn(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') unreadable = `This server cannot read BACKUP_DIR (${error.code}).`;
    return { backups: [], unfinished: [] };
  });
  const newest = newestOf(backups, new Date());
  const shown = await Promise.all(backups.slice(-most).map((name) => describeBackup(folder, name)));
  // Older ones are being deleted.
  const writing = unfinished.filter((name) => name > (newest ?? '')).at(-1);
  return {
    newestAt: newest === undefined ? null : timeOfBackup(newest),
    asked_at: (await askedAt(folder))?.toISOString() ?? null,
    writing_since: writing === undefined ? null : timeOfBackup(writing).toISOString(),
    failure: unreadable === null ? await failureIn(folder) : { at: new Date().toISOString(), error: unreadable },
    test_restore: await testRestoreIn(folder),
    backups: shown.filter((backup) => backup !== null).reverse(),
  };
}
