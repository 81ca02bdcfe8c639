import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

/** Export and deletion of the account. */
export const privacyApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccountExport: build.query<Answer<'getAccountExport'>, void>({
      query: () => ({ path: path`/account/export` }),
      providesTags: [listTag('AccountExport')],
    }),
    requestAccountExport: build.mutation<Answer<'requestAccountExport'>, void>({
      query: () => ({ method: 'POST', path: path`/account/export` }),
      invalidatesTags: [listTag('AccountExport')],
    }),
    openAccountExport: build.mutation<Answer<'openAccountExport'>, void>({
      query: () => ({ method: 'POST', path: path`/account/export/ticket` }),
      // The file may have been deleted meanwhile.
      invalidatesTags: (_, error) => (error ? [listTag('AccountExport')] : []),
    }),
    eraseAccount: build.mutation<null, WithBody<'eraseAccount'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/account/erasure`, body }),
    }),
  }),
});

export const {
  useGetAccountExportQuery,
  useRequestAccountExportMutation,
  useOpenAccountExportMutation,
  useEraseAccountMutation,
} = privacyApi;
