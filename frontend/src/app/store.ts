import { configureStore } from '@reduxjs/toolkit';
import { api } from '../data/api.ts';
import { forgetOnSignOut } from './forgetOnSignOut.ts';
import { hapticFeedback } from './hapticFeedback.ts';
import { type RootState, rootReducer } from './rootReducer.ts';

export const makeStore = (preloadedState?: Partial<RootState>) =>
  configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults().concat(api.middleware, forgetOnSignOut, hapticFeedback),
    preloadedState,
  });

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];
