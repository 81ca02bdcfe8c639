import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';

/** Site packs in the admin area. */
export const sitePacksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSitePacks: build.query<Answer<'listSitePacks'>, void>({
      query: () => ({ path: path`/admin/site-packs` }),
      providesTags: ['SitePack'],
    }),
    publishSitePack: build.mutation<Answer<'publishSitePack'>, WithBody<'publishSitePack'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/admin/site-packs`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['SitePack', 'AdminStats']),
    }),
    approveSitePack: build.mutation<null, { version: number }>({
      query: ({ version }) => ({ method: 'POST', path: path`/admin/site-packs/${`${version}`}/approve` }),
      invalidatesTags: ['SitePack', 'AdminStats'],
    }),
    withdrawSitePack: build.mutation<null, { version: number }>({
      query: ({ version }) => ({ method: 'POST', path: path`/admin/site-packs/${`${version}`}/withdraw` }),
      invalidatesTags: ['SitePack', 'AdminStats'],
    }),
  }),
});

export const {
  useListSitePacksQuery,
  usePublishSitePackMutation,
  useApproveSitePackMutation,
  useWithdrawSitePackMutation,
} = sitePacksApi;
