// Written by `npm run calls` from adminOperation.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../adminOperation.ts';

export const diagnosePage: Call<typeof contracts.diagnosePage> = { path: '/admin/pages/:guid' };
export const getFailureReport: Call<typeof contracts.getFailureReport> = { path: '/admin/failures' };
export const listAuditEvents: Call<typeof contracts.listAuditEvents> = { path: '/admin/audit' };
export const listBackups: Call<typeof contracts.listBackups> = { path: '/admin/backups' };
export const requestBackup: Call<typeof contracts.requestBackup> = { method: 'POST', path: '/admin/backups', changes: ['Backup'] };
export const setClaimPause: Call<typeof contracts.setClaimPause> = { method: 'PUT', path: '/admin/claim-pause', changes: ['AdminStats'] };
