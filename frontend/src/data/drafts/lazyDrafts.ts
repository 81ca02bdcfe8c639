import type { Middleware, Reducer } from '@reduxjs/toolkit';
import type { DraftsState } from './draftsSlice.ts';

interface DraftsCode {
  readonly reducer: Reducer<DraftsState>;
  readonly createListeners: () => Middleware;
}

/**
 * The reducer and the listeners of drafts; null until the Assistants tab loads `drafts.ts`. They are not
 * part of the first load, to keep it small. Only that tab creates drafts, so the state is empty until then.
 */
let code: DraftsCode | null = null;

/** Called by `drafts.ts` when it is loaded. */
export function setDraftsCode(loaded: DraftsCode): void {
  code = loaded;
}

export const NO_DRAFTS: DraftsState = { edits: {}, uploads: {}, cardKeys: {} };

export const draftsReducer: Reducer<DraftsState> = (state = NO_DRAFTS, action) =>
  code ? code.reducer(state, action) : state;

export const draftsMiddleware: Middleware = (store) => (next) => {
  let handleAction: ReturnType<ReturnType<Middleware>> | null = null;
  return (action) => {
    if (!handleAction && code) handleAction = code.createListeners()(store)(next);
    return (handleAction ?? next)(action);
  };
};
