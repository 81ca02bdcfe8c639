import * as savedViews from '@flyerdeck/contracts/calls/savedViews';
import { injectCalls } from '../client.ts';

/** The views that the user has saved. They are only in the query cache, not in a slice. */
export const savedViewsApi = injectCalls(savedViews, { listSavedViews: { provides: ['SavedView'] } });

export const {
  useListSavedViewsQuery,
  useCreateSavedViewMutation,
  useUpdateSavedViewMutation,
  useDeleteSavedViewMutation,
} = savedViewsApi;
