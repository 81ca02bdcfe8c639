import type { Middleware, Reducer } from '@reduxjs/toolkit';
import type { DraftsState } from './draftsSlice.ts';

interface DraftsCode {
  readonly reducer: Reducer<DraftsState>;
  readonly createListeners: () => Middleware;
}

/**
 * Drafts begin on the assistants' screen, so their code is loaded with it: the first load of the other screens has no
 * room for it. Until then there is no draft, so the empty state is right.
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
