import { configureStore, type Middleware } from '@reduxjs/toolkit';
import { api } from '../data/api.ts';
import { createDraftListeners } from '../data/drafts/draftListeners.ts';
import { type RootState, rootReducer } from '../data/store/rootReducer.ts';
import { clearQueryCache } from './clearQueryCache.ts';
import { hapticFeedback } from './hapticFeedback.ts';

/** The checks of development builds warn when they take longer. Their default of 32 ms is too short for a busy machine. */
const WARN_AFTER_MS = { warnAfter: 1_000 };

/** `last` is at the end of the middleware chain: it gets only plain actions, in the order of the reducers. */
export const makeStore = (preloadedState?: Partial<RootState>, last: readonly Middleware<object, RootState>[] = []) =>
  configureStore({
    reducer: rootReducer,
    middleware: (defaults) =>
      defaults({ immutableCheck: WARN_AFTER_MS, serializableCheck: WARN_AFTER_MS })
        .prepend(createDraftListeners())
        .concat(api.middleware, clearQueryCache, hapticFeedback, ...last),
    preloadedState,
  });

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];
