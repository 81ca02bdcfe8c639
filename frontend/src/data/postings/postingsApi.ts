import type { listDetailedPostings, listFailures, QueryOf } from '@flyerdeck/contracts/types';
import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

/** Calls of the preview and the admin screens. Their responses are only in the query cache, not in a slice. */
export const postingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPreview: build.query<Answer<'getPreview'>, { pagePostingId: string }>({
      query: ({ pagePostingId }) => ({ path: path`/page-postings/${pagePostingId}/view-data`, access: 'public' }),
      providesTags: ['Preview'],
      // One document shows many postings for their screenshots, and keeps none of them.
      keepUnusedDataFor: 0,
    }),
    listDetailedPostings: build.query<Answer<'listDetailedPostings'>, QueryOf<typeof listDetailedPostings>>({
      query: (query) => ({ path: path`/page-postings/detailed-admin`, query }),
      providesTags: [listTag('DetailedPosting')],
    }),
    exportDetailedPostings: build.mutation<Answer<'exportDetailedPostings'>, WithBody<'exportDetailedPostings'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/page-postings/detailed-admin/export`, body }),
    }),
    listFailures: build.query<Answer<'listFailures'>, QueryOf<typeof listFailures>>({
      query: (query) => ({ path: path`/page-postings/failures`, query }),
      providesTags: [listTag('DetailedPosting')],
    }),
    previewBulkRetry: build.query<Answer<'previewBulkRetry'>, WithBody<'previewBulkRetry'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/page-postings/bulk-retry/preview`, body }),
      providesTags: [listTag('DetailedPosting')],
      // Each time that the dialog opens, the numbers are counted again.
      keepUnusedDataFor: 0,
    }),
    runBulkRetry: build.mutation<Answer<'runBulkRetry'>, WithBody<'runBulkRetry'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/page-postings/bulk-retry`, body }),
      // Also after a refusal: the postings have changed.
      invalidatesTags: [listTag('DetailedPosting')],
    }),
    getPerformanceAnalytics: build.query<Answer<'getPerformanceAnalytics'>, { limit: number }>({
      query: ({ limit }) => ({ path: path`/page-postings/performance-analytics`, query: { limit } }),
      providesTags: ['Analytics'],
    }),
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
