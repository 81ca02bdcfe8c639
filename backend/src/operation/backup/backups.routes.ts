import * as contract from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { conflict } from '../../server/http/errors.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { askForBackup, describeFolder } from './backupFolder.ts';
import { isBackupLate } from './scheduledBackups.ts';

/** The processes that answer need the workers' BACKUP_DIR. */
export function mountBackupsRoutes(endpoints: EndpointRouter, context: AppContext): void {
  const schedule = context.config.backups;

  endpoints.mount(contract.listBackups, async () => {
    if (!schedule) {
      const none = { asked_at: null, writing_since: null, failure: null, test_restore: null, backups: [] };
      return { every_hours: null, keep: 0, is_late: false, ...none };
    }
    const { folder, everyHours, keep } = schedule;
    const { newestAt, ...found } = await describeFolder(folder, contract.BACKUPS_SHOWN);
    return { every_hours: everyHours, keep, is_late: isBackupLate(newestAt, everyHours), ...found };
  });

  endpoints.mount(contract.requestBackup, async () => {
    if (!schedule) throw conflict('backup.not_possible', 'No backups are set up: BACKUP_DIR is not set.');
    await askForBackup(schedule.folder).catch((error) => {
      context.logger.error({ err: error }, 'a backup could not be asked for');
      throw conflict('backup.not_possible', 'The server cannot write to BACKUP_DIR.');
    });
  });
}
