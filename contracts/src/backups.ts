import { type Static, Type } from '@sinclair/typebox';
import { DownloadTicket } from './downloads.ts';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, flag, nullable, object, text } from './schema.ts';
import { BACKUPS_SHOWN } from './values/backups.ts';

export const Backup = object('A backup, which was read back completely before it got its name', {
  name: text('Its folder'),
  made_at: dateTime('The moment whose data it contains'),
  byte_size: Type.Integer({ minimum: 0, description: 'Bytes of its files' }),
  row_count: Type.Integer({ minimum: 0, description: 'Rows of all tables' }),
});
export type Backup = Static<typeof Backup>;

export const Backups = object('The scheduled backups of this installation', {
  every_hours: nullable(Type.Number(), 'Hours between two backups; null when no backups are set up'),
  keep: count('Number of backups that are kept'),
  is_late: flag('Whether the newest one is older than two intervals, or there is none'),
  asked_at: nullable(dateTime(''), 'When an admin asked for one that is not made yet'),
  writing_since: nullable(dateTime(''), 'Start of the backup that is being made'),
  failure: nullable(
    closed({ at: dateTime('When it failed'), error: text('Why') }),
    'The last attempt, if it failed and none has succeeded since',
  ),
  backups: Type.Array(Backup, { maxItems: BACKUPS_SHOWN, description: 'Newest first' }),
});
export type Backups = Static<typeof Backups>;

export const listBackups = defineEndpoint({
  path: '/admin/backups',
  access: 'admin',
  doc: 'The scheduled backups in BACKUP_DIR, with their sizes.',
  response: Backups,
});

export const requestBackup = defineEndpoint({
  method: 'POST',
  path: '/admin/backups',
  access: 'admin',
  doc: 'Asks the workers for a backup. One of them begins within a minute.',
  changes: ['Backup'],
  errors: { 409: ['backup.not_possible'] },
});

export const openBackup = defineEndpoint({
  method: 'POST',
  path: '/admin/backups/:name/download',
  access: 'admin',
  doc: 'Prepares the download of a backup, which is an event of the audit log. The file contains the data of all users.',
  params: closed({ name: text('Its folder', 100) }),
  rateLimit: 'export',
  response: DownloadTicket,
  errors: { 404: ['backup.not_found'] },
});

export const downloadBackup = defineEndpoint({
  path: '/backups/:ticket',
  access: 'public',
  doc: 'A backup as a TAR file. The address works once, while the user who prepared it is an admin. To restore it: `tar xf`, then `flyerdeck restore`.',
  params: closed({ ticket: text('The ticket', 200) }),
  produces: 'application/x-tar',
  errors: { 403: ['download.not_allowed'], 410: ['download.gone'] },
});
