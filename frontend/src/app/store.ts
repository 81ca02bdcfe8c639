import {
  configureStore,
  isFulfilled,
  isRejectedWithValue,
  type Middleware,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { api } from '../data/api.ts';
import { errorCode } from '../data/apiError.ts';
import { createDraftListeners } from '../data/drafts/draftListeners.ts';
import { sessionEnded } from '../data/request/sessionActions.ts';
import { fetchUser } from '../data/session/login.ts';
import { type RootState, rootReducer } from '../data/store/rootReducer.ts';
import { vibrate } from '../telegram/webApp.ts';

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

/** Also when the user is no longer an admin. When an admin call is refused, the user is fetched again and the guards react. */
export const clearQueryCache: Middleware<object, RootState, ThunkDispatch<RootState, unknown, UnknownAction>> =
  (store) => (next) => (action) => {
    const before = store.getState().session;
    const result = next(action);
    const { user } = store.getState().session;
    const wasAdmin = before.user?.is_admin ?? false;
    // Only for the first `sessionEnded`: after the reset the mounted queries run again, and their refusal repeats it.
    const hasSignedOut = before.status === 'authenticated' && sessionEnded.match(action);
    if (hasSignedOut || (wasAdmin && user && !user.is_admin)) store.dispatch(api.util.resetApiState());
    if (wasAdmin && isRejectedWithValue(action) && errorCode(action.payload) === 'auth.not_admin') {
      void store.dispatch(fetchUser());
    }
    return result;
  };

/** Background calls: only a failure causes feedback. */
const SILENT_SUCCESSES = ['signIn', 'updateAssistant', 'updateTask', 'uploadTasks', 'updateTags', 'createStarsInvoice'];
/** Calls without feedback: they are not a user's action, or the route guards react to them. */
const SILENT = ['signIn', 'signOut'];

interface CallMeta {
  readonly arg?: { readonly type?: string; readonly endpointName?: string };
}

const hapticFeedback: Middleware = () => (next) => (action) => {
  const result = next(action);
  const hasWorked = isFulfilled(action);
  if (!hasWorked && !isRejectedWithValue(action)) return result;
  const { type, endpointName = '' } = (action.meta as CallMeta).arg ?? {};
  if (type !== 'mutation' || SILENT.includes(endpointName)) return result;
  if (!hasWorked) vibrate('error');
  else if (!SILENT_SUCCESSES.includes(endpointName)) vibrate('success');
  return result;
};
