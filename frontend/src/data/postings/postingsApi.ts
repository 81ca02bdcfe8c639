import type { getPreview, ResponseOf } from '@flyerdeck/contracts/types';
import { api } from '../api.ts';
import { path } from '../path.ts';

export const postingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPreview: build.query<ResponseOf<typeof getPreview>, { pagePostingId: string }>({
      query: ({ pagePostingId }) => ({ path: path`/page-postings/${pagePostingId}/view-data`, access: 'public' }),
      providesTags: ['Preview'],
    }),
  }),
});

export const { useGetPreviewQuery } = postingsApi;
