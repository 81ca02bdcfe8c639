import { configureStore, createAction, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import type { AppStore } from '../../app/store.ts';
import { api } from '../../data/api.ts';
import type { RootState } from '../../data/store/rootReducer.ts';

export const stateShown = createAction<RootState>('replay/stateShown');

const QUERY = 'replayed';

/** The result of a dispatched call, as RTK Query's hooks expect it. It never resolves. */
function pendingCall() {
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

/** RTK Query's hooks ask the middleware whether their subscription still exists. */
const SUBSCRIPTIONS = {
  getSubscriptions: () => new Map(),
  getSubscriptionCount: () => 1,
  isRequestSubscribed: () => true,
};

/** What a screen dispatches has no effect: no call begins, and only `stateShown` changes the state. */
const dropEffects: Middleware = () => (next) => (action) => {
  if (typeof action === 'function') return pendingCall();
  if (stateShown.match(action)) return next(action);
  if (api.internalActions.internal_getRTKQSubscriptions.match(action)) return SUBSCRIPTIONS;
  return action;
};

/** A store whose state is set only by `stateShown`. */
export const makeStageStore = (initial: RootState): AppStore =>
  configureStore({
    reducer: (state: RootState = initial, action: UnknownAction): RootState =>
      stateShown.match(action) ? action.payload : state,
    middleware: () => [dropEffects] as never,
    devTools: false,
  }) as unknown as AppStore;
