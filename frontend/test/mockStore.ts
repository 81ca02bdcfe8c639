import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { legacy_configureStore } from 'redux-mock-store';
import { type AppStore, clearQueryCache } from '../src/app/store.ts';
import { api } from '../src/data/api.ts';
import { createDraftListeners } from '../src/data/drafts/draftListeners.ts';
import { type RootState, rootReducer } from '../src/data/store/rootReducer.ts';

const thunk: Middleware = (store) => (next) => (action) =>
  typeof action === 'function' ? action(store.dispatch, store.getState) : next(action);

interface CallMeta {
  readonly arg?: { readonly endpointName?: string };
}

/** Names an action, for example 'updateAssistant pending' or 'session/ended'. */
function nameOf({ type, meta }: UnknownAction): string {
  const endpoint = (meta as CallMeta | undefined)?.arg?.endpointName;
  return endpoint ? `${endpoint} ${type.split('/').at(-1)}` : type;
}

/** Internal actions of RTK Query, which tests do not check. */
const isInternal = ({ type }: UnknownAction): boolean => /^api\/(config|internal|subscriptions)/.test(type);

/**
 * A store that records dispatched actions. The app's reducers compute its state, because later actions depend on it.
 */
export function makeMockStore(state?: Partial<RootState>) {
  const initial = { ...rootReducer(undefined, { type: 'start' }), ...state };
  const fold = (actions: UnknownAction[]): RootState => actions.reduce(rootReducer, initial);
  const mock = legacy_configureStore<RootState>([
    createDraftListeners(),
    thunk,
    api.middleware,
    clearQueryCache,
  ] as never)(fold as never);
  return {
    store: mock as unknown as AppStore,
    /** Names of the dispatched actions, in order. */
    dispatched: (): string[] =>
      (mock.getActions() as UnknownAction[]).filter((action) => !isInternal(action)).map(nameOf),
    clearDispatched: () => mock.clearActions(),
  };
}
