import type { Middleware, Reducer } from '@reduxjs/toolkit';
import type { ApiRequest } from '../baseQuery.ts';
import type { DraftsState } from './draftsSlice.ts';

export interface FlyersToUpload {
  /** The assistant's id. */
  readonly id: string;
  /** In upload order. The chosen file is stored by `key`. */
  readonly flyers: readonly { readonly key: string; readonly description: string }[];
}

export type UploadRequest = Pick<ApiRequest, 'body' | 'send' | 'onProgress'>;

interface DraftsCode {
  readonly reducer: Reducer<DraftsState>;
  readonly createListeners: () => Middleware;
  readonly uploadRequest: (upload: FlyersToUpload) => UploadRequest;
}

/**
 * The reducer, the listeners and the uploads of drafts; null until the Assistants tab loads `drafts.ts`. They are not
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

/** The body of an upload, which only the code of drafts makes. */
export const uploadRequestOf = (upload: FlyersToUpload): UploadRequest => code?.uploadRequest(upload) ?? {};
