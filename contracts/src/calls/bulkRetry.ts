// Written by `npm run calls` from bulkRetry.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../bulkRetry.ts';

export const listFailures: Call<typeof contracts.listFailures> = { path: '/page-postings/failures' };
export const previewBulkRetry: Call<typeof contracts.previewBulkRetry> = { method: 'POST', path: '/page-postings/bulk-retry/preview' };
export const runBulkRetry: Call<typeof contracts.runBulkRetry> = { method: 'POST', path: '/page-postings/bulk-retry', changes: ['DetailedPosting/LIST'], refetchOnFailure: ['DetailedPosting/LIST'] };
