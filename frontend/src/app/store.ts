import { configureStore, type Middleware } from '@reduxjs/toolkit';
import { api } from '../data/api.ts';
import { draftsMiddleware } from '../data/drafts/lazyDrafts.ts';
import { forgetOnSignOut } from './forgetOnSignOut.ts';
import { hapticFeedback } from './hapticFeedback.ts';
import { leaveAdminArea } from './leaveAdminArea.ts';
import { type RootState, rootReducer } from './rootReducer.ts';

/** What every dispatched action passes; `last` sees none but the plain ones, in the order in which they count. */
export const makeStore = (preloadedState?: Partial<RootState>, last: readonly Middleware<object, RootState>[] = []) =>
  configureStore({
    reducer: rootReducer,
    middleware: (defaults) =>
      defaults()
        .prepend(draftsMiddleware)
        .concat(api.middleware, forgetOnSignOut, leaveAdminArea, hapticFeedback, ...last),
    preloadedState,
  });

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];
