import { configureStore, createAction, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { type Navigator, Router } from 'react-router-dom';
import { CrashScreen } from '../../app/CrashScreen.tsx';
import { documentLoads } from '../../app/documentLoads.ts';
import type { AppStore } from '../../app/store.ts';
import { api } from '../../data/api.ts';
import type { RootState } from '../../data/store/rootReducer.ts';
import { holdMinuteClock } from '../../lib/minuteClock.ts';
import { AppRoutes } from '../../routes/routes.tsx';
import type { Moment } from '../log/logFormat.ts';

export const stateShown = createAction<RootState>('replay/stateShown');

/** The result of a dispatched call, as RTK Query's hooks expect it. It never resolves. */
function pendingCall() {
  const never = new Promise<never>(() => {});
  return Object.assign(never, {
    queryCacheKey: 'replayed',
    requestId: 'replayed',
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

export const makeStageStore = (initial: RootState): AppStore =>
  configureStore({
    reducer: (state: RootState = initial, action: UnknownAction): RootState =>
      stateShown.match(action) ? action.payload : state,
    middleware: () => [dropEffects] as never,
    devTools: false,
  }) as unknown as AppStore;

const inactiveNavigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`),
  go() {},
  push() {},
  replace() {},
};

export function ReplayedApp({ store, address }: { readonly store: AppStore; readonly address: string }) {
  return (
    <CrashScreen>
      <Provider store={store}>
        <Router location={address} navigator={inactiveNavigator}>
          <AppRoutes />
        </Router>
      </Provider>
    </CrashScreen>
  );
}

/** Shows the app at a moment. `remount` mounts the screens again, which resets their own state. */
export type ShowMoment = (moment: Moment, options: { readonly remount: boolean }) => void;

/** Shows the replayed app in its own document, so that it cannot affect the panel. */
export function openStage(container: HTMLElement): ShowMoment {
  // Loading a document would leave the stage, as links and forms would. The log contains what followed.
  documentLoads.replace = () => {};
  document.addEventListener('click', preventNavigation);
  document.addEventListener('submit', (event) => event.preventDefault());
  for (const type of ['error', 'load']) document.addEventListener(type, hideMissingImage, true);

  const root = createRoot(container);
  let store: AppStore | null = null;
  let mountCount = 0;
  return ({ state, address, nowMs }, { remount }) => {
    holdMinuteClock(nowMs);
    if (!store || remount) {
      store = makeStageStore(state);
      mountCount += 1;
    } else {
      store.dispatch(stateShown(state));
    }
    const app = <ReplayedApp key={mountCount} store={store} address={address} />;
    flushSync(() => root.render(app));
  };
}

function preventNavigation(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a[href]')) event.preventDefault();
}

/** A log contains no images. Missing ones are hidden, because the browser would show them as broken. */
function hideMissingImage({ type, target }: Event): void {
  if (target instanceof HTMLImageElement) target.style.visibility = type === 'error' ? 'hidden' : '';
}
