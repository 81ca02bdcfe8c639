import { isRejectedWithValue, type Middleware, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { api } from '../data/api.ts';
import { errorCode } from '../data/apiError.ts';
import { sessionEnded } from '../data/request/sessionActions.ts';
import { fetchUser } from '../data/session/login.ts';
import type { RootState } from '../data/store/rootReducer.ts';

/**
 * Clears the query cache when the user signs out, so that the next user of this browser sees none of it, and when the
 * user is no longer an admin. When the server refuses an admin call, the user is fetched again and the guards react.
 */
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
