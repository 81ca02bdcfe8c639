import type { SavedViewTable } from '@flyerdeck/contracts/types';
import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';

/** The views that the admin has saved. They are only in the query cache, not in a slice. */
export const savedViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSavedViews: build.query<Answer<'listSavedViews'>, { table: SavedViewTable }>({
      query: (query) => ({ path: path`/admin/saved-views`, query }),
      providesTags: ['SavedView'],
    }),
    createSavedView: build.mutation<Answer<'createSavedView'>, WithBody<'createSavedView'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/admin/saved-views`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['SavedView']),
    }),
    updateSavedView: build.mutation<Answer<'updateSavedView'>, { id: string } & WithBody<'updateSavedView'>>({
      query: ({ id, body }) => ({ method: 'PATCH', path: path`/admin/saved-views/${id}`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['SavedView']),
    }),
    deleteSavedView: build.mutation<null, { id: string }>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/admin/saved-views/${id}` }),
      // Also after a failure: the view may have been deleted in another tab.
      invalidatesTags: ['SavedView'],
    }),
  }),
});

export const {
  useListSavedViewsQuery,
  useCreateSavedViewMutation,
  useUpdateSavedViewMutation,
  useDeleteSavedViewMutation,
} = savedViewsApi;
