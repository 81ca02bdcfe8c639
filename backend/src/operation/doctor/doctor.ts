import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, configWarnings } from '../../config.ts';
import type { Db } from '../../database/statement.ts';
import { newestBackupIn } from '../backup/backupFolder.ts';
import { ERASED_ACCOUNTS, erasedUsersIn, listUnerased } from '../backup/erasedAccountsFile.ts';
import { type BackupSchedule, isBackupLate } from '../backup/scheduledBackups.ts';
import { findBotFaults } from './bot.ts';
import type { Check } from './check.ts';
import { findChromiumFaults, findClockFaults, findDiskFaults, findFileStoreFaults } from './machine.ts';
import { findAddressFaults } from './publicAddress.ts';

/** A restored database has not erased these accounts of the list beside the backups. */
async function findUnerasedFaults(db: Db, { folder }: BackupSchedule): Promise<string[]> {
  const listed = erasedUsersIn(await readFile(join(folder, ERASED_ACCOUNTS), 'utf8').catch(() => ''));
  const unerased = listed.length === 0 ? [] : await listUnerased(db, [listed]);
  if (unerased.length === 0) return [];
  const accounts = unerased.length === 1 ? '1 erased account is' : `${unerased.length} erased accounts are`;
  return [`${accounts} in the database again: run flyerdeck erase-again.`];
}

export function startChecks(config: Config, db: Db): Check[] {
  const { backups, roles, s3 } = config;
  const isWorker = roles.includes('worker');
  return [
    { name: 'Disk', find: () => findDiskFaults(config) },
    { name: 'Clock', find: () => findClockFaults(config, db) },
    ...(roles.includes('bot') ? [{ name: 'Bot', find: () => findBotFaults(config, false) }] : []),
    ...(isWorker && s3 ? [{ name: 'File store', find: () => findFileStoreFaults(s3) }] : []),
    ...(isWorker && backups ? [{ name: 'Erasures', find: () => findUnerasedFaults(db, backups) }] : []),
  ];
}

/** `db` is null when the database cannot be used. */
export function allChecks(config: Config, db: Db | null): Check[] {
  const { backups, s3 } = config;
  const findBackupFaults = async () => {
    if (!backups) return [];
    const { folder, everyHours } = backups;
    const newest = await newestBackupIn(folder).catch(() => null);
    return isBackupLate(newest?.at ?? null, everyHours)
      ? [`BACKUP_DIR ${folder} has no backup of the last ${2 * everyHours} hours: see the worker's log.`]
      : [];
  };
  return [
    { name: 'Settings', find: async () => configWarnings(config) },
    { name: 'Disk', find: () => findDiskFaults(config) },
    { name: 'Clock', find: () => findClockFaults(config, db) },
    { name: 'Bot', find: () => findBotFaults(config, true) },
    { name: 'Address', find: () => findAddressFaults(config) },
    { name: 'File store', find: async () => (s3 ? findFileStoreFaults(s3) : []) },
    { name: 'Chromium', find: async () => (config.roles.includes('worker') ? findChromiumFaults(config) : []) },
    { name: 'Backups', find: findBackupFaults },
    { name: 'Erasures', find: async () => (db && backups ? findUnerasedFaults(db, backups) : []) },
  ];
}
