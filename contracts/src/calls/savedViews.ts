// Written by `npm run calls` from savedViews.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../savedViews.ts';

export const createSavedView: Call<typeof contracts.createSavedView> = { method: 'POST', path: '/saved-views', changes: ['SavedView'] };
export const deleteSavedView: Call<typeof contracts.deleteSavedView> = { method: 'DELETE', path: '/saved-views/:id', changes: ['SavedView'], refetchOnFailure: ['SavedView'] };
export const listSavedViews: Call<typeof contracts.listSavedViews> = { path: '/saved-views' };
export const updateSavedView: Call<typeof contracts.updateSavedView> = { method: 'PATCH', path: '/saved-views/:id', changes: ['SavedView'] };
