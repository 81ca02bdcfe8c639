import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config, S3Config } from '../../config.ts';
import { readTime } from '../../database/processLock.query.ts';
import { type Db, oneRow } from '../../database/statement.ts';
import { sentenceOf } from '../../faults.ts';
import { createS3FileStore } from '../../files/s3FileStore.ts';
import { createLogger } from '../../logger.ts';
import { makeFolder } from '../../makeFolder.ts';
import { findChromium } from '../../postings/screenshots/chromiumPath.ts';
import { createSharedBrowser } from '../../postings/screenshots/sharedBrowser.ts';
import { bytesIn, newestBackupIn } from '../backup/backupFolder.ts';
import { ANSWER_WITHIN_MS } from './check.ts';

export async function findFileStoreFaults(s3: S3Config): Promise<string[]> {
  const store = createS3FileStore(s3);
  const key = `doctor/${randomUUID()}`;
  try {
    await store.put(key, Buffer.from('flyerdeck'), 'text/plain');
    const stored = await store.get(key);
    await store.delete([key]);
    return stored ? [] : [`The bucket ${s3.bucket} does not return what is stored in it.`];
  } catch (error) {
    return [(error as Error).message];
  }
}

const MB = 1_000_000;
/** For uploads in progress, and the unpacked Chromium. */
const LEAST_BYTES = 1_000 * MB;
const LEAST_BACKUP_BYTES = 100 * MB;
/** Telegram's proofs of a sign-in are refused when they are too old. */
const MAX_CLOCK_SECONDS = 60;

export async function findFolderFaults(setting: string, folder: string, neededBytes: number): Promise<string[]> {
  try {
    await makeFolder(folder, 0o700);
    const file = join(folder, `.doctor-${randomUUID()}`);
    await writeFile(file, '');
    await rm(file);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free >= neededBytes) return [];
    const [has, needs] = [free, neededBytes].map((bytes) => Math.round(bytes / MB));
    return [`${setting} ${folder} has ${has} MB free, and needs ${needs} MB.`];
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    return [`${setting}: ${sentence}`];
  }
}

/** A backup needs as much room as the newest one. */
export async function findDiskFaults({ backups, dataDir, databaseUrl, roles }: Config): Promise<string[]> {
  const needsData = databaseUrl === null || roles.includes('api') || roles.includes('worker');
  const faults = needsData ? await findFolderFaults('DATA_DIR', dataDir, LEAST_BYTES) : [];
  if (backups === null || !roles.includes('worker')) return faults;
  const newest = await newestBackupIn(backups.folder).catch(() => null);
  const needed = newest === null ? 0 : await bytesIn(join(backups.folder, newest.name));
  return [...faults, ...(await findFolderFaults('BACKUP_DIR', backups.folder, Math.max(needed, LEAST_BACKUP_BYTES)))];
}

function compareClock(whose: string, time: number): string[] {
  const seconds = Math.round((Date.now() - time) / 1000);
  if (Math.abs(seconds) <= MAX_CLOCK_SECONDS) return [];
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return [`The clock of this machine is ${Math.abs(seconds)} s ${direction} that of ${whose}: set it by NTP.`];
}

/** With Postgres' clock, and with Telegram's by the Date of an answer. */
export async function findClockFaults(
  config: Pick<Config, 'botToken' | 'telegramApiRoot'>,
  db: Db | null,
): Promise<string[]> {
  const { botToken, telegramApiRoot } = config;
  const faults = db ? compareClock('Postgres', (await oneRow(readTime(db, []))).now.getTime()) : [];
  if (botToken === null) return faults;
  const request = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) } as const;
  const answer = await fetch(telegramApiRoot, request).catch(() => null);
  const date = Date.parse(answer?.headers.get('Date') ?? '');
  return Number.isNaN(date) ? faults : [...faults, ...compareClock('Telegram', date)];
}

export async function findChromiumFaults(config: Config): Promise<string[]> {
  const browser = createSharedBrowser(createLogger('silent'), 'http://127.0.0.1', () => findChromium(config));
  try {
    await browser.get();
    return [];
  } catch (error) {
    return [
      `Chromium cannot be started, so that there are no screenshots: ${(error as Error).message.split('\n', 1)[0]}.`,
    ];
  } finally {
    await browser.close();
  }
}
