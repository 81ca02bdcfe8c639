import type { Middleware, Reducer } from '@reduxjs/toolkit';
import type { DraftsState } from './draftsSlice.ts';

interface DraftsCode {
  readonly reducer: Reducer<DraftsState>;
  readonly createListeners: () => Middleware;
}

/**
 * The reducer and the listeners of drafts; null until the assistants' screen is loaded. They are loaded with that
 * screen to keep the first load of the other screens small. No other screen creates drafts, so the state is empty
 * before.
 */
let code: DraftsCode | null = null;

export function provideDrafts(loaded: DraftsCode): void {
  code = loaded;
}

export const NO_DRAFTS: DraftsState = { edits: {}, uploads: {}, cardKeys: {} };

export const draftsReducer: Reducer<DraftsState> = (state = NO_DRAFTS, action) =>
  code ? code.reducer(state, action) : state;

export const draftsMiddleware: Middleware = (store) => (next) => {
  let handle: ReturnType<ReturnType<Middleware>> | null = null;
  return (action) => {
    if (!handle && code) handle = code.createListeners()(store)(next);
    return (handle ?? next)(action);
  };
};
