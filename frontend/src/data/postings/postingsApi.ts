import { postings } from '@flyerdeck/contracts/calls';
import { injectCalls } from '../client.ts';

export const postingsApi = injectCalls(postings, {
  // One document shows many postings for their screenshots, and keeps none of them.
  getPreview: { provides: ['Preview'], keepUnusedDataFor: 0 },
  listDetailedPostings: { provides: ['DetailedPosting/LIST'] },
  getPerformanceAnalytics: { provides: ['Analytics'] },
});

export const {
  useGetPreviewQuery,
  useListDetailedPostingsQuery,
  useRetryFailedPostingsMutation,
  useGetPerformanceAnalyticsQuery,
} = postingsApi;
