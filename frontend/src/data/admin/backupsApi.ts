import * as backups from '@flyerdeck/contracts/calls/backups';
import { injectCalls } from '../client.ts';

/** The backups of the installation, for admins. */
export const backupsApi = injectCalls(backups, { listBackups: { provides: ['Backup'] } });

export const { useListBackupsQuery, useRequestBackupMutation } = backupsApi;
