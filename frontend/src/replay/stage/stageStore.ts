import { configureStore, createAction, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '../../app/rootReducer.ts';
import type { AppStore } from '../../app/store.ts';
import { api } from '../../data/api.ts';

export const stateShown = createAction<RootState>('replay/stateShown');

const QUERY = 'replayed';

/** What a hook holds in its hand after it asked for something: here the answer never comes, so nothing follows from it. */
function askedInVain() {
  const never = new Promise<never>(() => {});
  return Object.assign(never, {
    queryCacheKey: QUERY,
    requestId: QUERY,
    unwrap: () => never,
    refetch: () => never,
    unsubscribe() {},
    updateSubscriptionOptions() {},
    abort() {},
    reset() {},
  });
}

/** Hooks ask the middleware of the query cache whether their subscription still stands. */
const SUBSCRIPTIONS = {
  getSubscriptions: () => new Map(),
  getSubscriptionCount: () => 1,
  isRequestSubscribed: () => true,
};

/** Nothing that a screen dispatches has any effect: no call begins, and the state is what the log says it was. */
const dropEffects: Middleware = () => (next) => (action) => {
  if (typeof action === 'function') return askedInVain();
  if (stateShown.match(action)) return next(action);
  if (api.internalActions.internal_getRTKQSubscriptions.match(action)) return SUBSCRIPTIONS;
  return action;
};

/** A store that holds the state it was told last, and runs nothing. */
export const makeStageStore = (initial: RootState): AppStore =>
  configureStore({
    reducer: (state: RootState = initial, action: UnknownAction): RootState =>
      stateShown.match(action) ? action.payload : state,
    middleware: () => [dropEffects] as never,
    devTools: false,
  }) as unknown as AppStore;
