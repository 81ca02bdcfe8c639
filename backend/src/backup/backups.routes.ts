import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as contract from '@flyerdeck/contracts';
import tar from 'tar-fs';
import type { AppContext } from '../context.ts';
import { ticketDownload } from '../exports/ticketDownload.ts';
import { checkAdminTicket, issueAdminTicket } from '../exports/tickets.ts';
import { conflict, notFound } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { askForBackup, describeFolder, isBackupName } from './backupFolder.ts';
import { isBackupLate } from './scheduledBackups.ts';

/** Name of the tickets for a backup, also in the audit log. */
const BACKUP = 'backup';

/** Backups for admins. The processes that answer need the workers' BACKUP_DIR. Restoring one stays a command. */
export function mountBackupsRoutes(endpoints: EndpointRouter, context: AppContext): void {
  const schedule = context.config.backups;
  const pathOf = async (name: string): Promise<string | null> => {
    if (!schedule || !isBackupName(name)) return null;
    const path = join(schedule.folder, name);
    return (await stat(path).catch(() => null)) && path;
  };

  endpoints.mount(contract.listBackups, async () => {
    if (!schedule) {
      const none = { asked_at: null, writing_since: null, failure: null, backups: [] };
      return { every_hours: null, keep: 0, is_late: false, ...none };
    }
    const found = await describeFolder(schedule.folder, contract.BACKUPS_SHOWN);
    return {
      every_hours: schedule.everyHours,
      keep: schedule.keep,
      is_late: isBackupLate(found.newestAt, schedule.everyHours),
      asked_at: found.askedAt?.toISOString() ?? null,
      writing_since: found.writingSince?.toISOString() ?? null,
      failure: found.failure && { at: found.failure.at.toISOString(), error: found.failure.error },
      backups: found.backups,
    };
  });

  endpoints.mount(contract.requestBackup, async () => {
    if (!schedule) throw conflict('backup.not_possible', 'No backups are set up: BACKUP_DIR is not set.');
    await askForBackup(schedule.folder).catch((error) => {
      context.logger.error({ err: error }, 'a backup could not be asked for');
      throw conflict('backup.not_possible', 'The server cannot write to BACKUP_DIR.');
    });
  });

  endpoints.mount(contract.openBackup, async ({ db, user, params }) => {
    const { name } = params;
    if (!(await pathOf(name))) throw notFound('backup.not_found', 'This backup does not exist any more.');
    const { ticket, expiresAt } = await issueAdminTicket(db, user, BACKUP, { name });
    return { download_url: `/api/backups/${ticket}`, expires_at: expiresAt.toISOString() };
  });

  endpoints.mount(
    contract.downloadBackup,
    ticketDownload(context, {
      type: 'tar',
      check: (ticket) => checkAdminTicket(ticket, (name) => name === BACKUP),
      async open(_db, { parameters }) {
        const { name } = parameters as { readonly name: string };
        const path = await pathOf(name);
        if (!path) return null;
        // tar-fs' own stream is not one of Node's.
        return { fileName: `flyerdeck-${name}.tar`, body: Readable.from(tar.pack(path), { objectMode: false }) };
      },
    }),
  );
}
