import * as savedViews from '@flyerdeck/contracts/calls/savedViews';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

/** The views that the admin has saved. They are only in the query cache, not in a slice. */
export const savedViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSavedViews: query(build, savedViews.listSavedViews, { provides: ['SavedView'] }),
    createSavedView: mutation(build, savedViews.createSavedView),
    updateSavedView: mutation(build, savedViews.updateSavedView),
    deleteSavedView: mutation(build, savedViews.deleteSavedView),
  }),
});

export const {
  useListSavedViewsQuery,
  useCreateSavedViewMutation,
  useUpdateSavedViewMutation,
  useDeleteSavedViewMutation,
} = savedViewsApi;
