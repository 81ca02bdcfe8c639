// Written by `npm run calls` from downloads.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../downloads.ts';

export const requestExport: Call<typeof contracts.requestExport> = { method: 'POST', path: '/admin/exports', changes: ['AdminAct'], refetchOnFailure: ['AdminAct'] };
