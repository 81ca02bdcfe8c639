// Written by `npm run calls` from postings.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../postings.ts';

export const getPerformanceAnalytics: Call<typeof contracts.getPerformanceAnalytics> = { path: '/page-postings/performance-analytics' };
export const getPreview: Call<typeof contracts.getPreview> = { path: '/page-postings/:pagePostingId/view-data', access: 'public' };
export const listDetailedPostings: Call<typeof contracts.listDetailedPostings> = { path: '/page-postings/detailed-admin' };
export const retryFailedPostings: Call<typeof contracts.retryFailedPostings> = { method: 'POST', path: '/page-postings/bulk-retry', changes: ['DetailedPosting/LIST'] };
