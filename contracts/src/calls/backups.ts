// Written by `npm run calls` from backups.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../backups.ts';

export const listBackups: Call<typeof contracts.listBackups> = { path: '/admin/backups' };
export const requestBackup: Call<typeof contracts.requestBackup> = { method: 'POST', path: '/admin/backups', changes: ['Backup'] };
