// Written by `npm run calls` from creditBatches.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../creditBatches.ts';

export const bookCreditBatch: Call<typeof contracts.bookCreditBatch> = { method: 'POST', path: '/credits/admin/batches', changes: ['CreditUser', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'] };
export const previewCreditBatch: Call<typeof contracts.previewCreditBatch> = { method: 'POST', path: '/credits/admin/batches/preview' };
