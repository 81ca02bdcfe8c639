// Written by `npm run calls` from userBatches.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../userBatches.ts';

export const previewUserBatch: Call<typeof contracts.previewUserBatch> = { method: 'POST', path: '/admin/users/batches/preview' };
export const runUserBatch: Call<typeof contracts.runUserBatch> = { method: 'POST', path: '/admin/users/batches', changes: ['AdminStats', 'AdminUser', 'AdminAct'], refetchOnFailure: ['AdminUser/LIST'] };
