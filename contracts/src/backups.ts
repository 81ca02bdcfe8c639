import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, flag, nullable, object, text } from './schema.ts';
import { BACKUPS_SHOWN } from './values/admin.ts';

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
