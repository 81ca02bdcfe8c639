import * as bulkRetry from '@flyerdeck/contracts/calls/bulkRetry';
import * as postings from '@flyerdeck/contracts/calls/postings';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

/** Calls of the preview and the admin screens. Their responses are only in the query cache, not in a slice. */
export const postingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // One document shows many postings for their screenshots, and keeps none of them.
    getPreview: query(build, postings.getPreview, { provides: ['Preview'], keepUnusedDataFor: 0 }),
    listDetailedPostings: query(build, postings.listDetailedPostings, { provides: ['DetailedPosting/LIST'] }),
    exportDetailedPostings: mutation(build, postings.exportDetailedPostings),
    listFailures: query(build, bulkRetry.listFailures, { provides: ['DetailedPosting/LIST'] }),
    previewBulkRetry: query(build, bulkRetry.previewBulkRetry, {
      provides: ['DetailedPosting/LIST'],
      // Each time that the dialog opens, the numbers are counted again.
      keepUnusedDataFor: 0,
    }),
    runBulkRetry: mutation(build, bulkRetry.runBulkRetry),
    getPerformanceAnalytics: query(build, postings.getPerformanceAnalytics, { provides: ['Analytics'] }),
  }),
});

export const {
  useGetPreviewQuery,
  useListDetailedPostingsQuery,
  useExportDetailedPostingsMutation,
  useListFailuresQuery,
  usePreviewBulkRetryQuery,
  useRunBulkRetryMutation,
  useGetPerformanceAnalyticsQuery,
} = postingsApi;
