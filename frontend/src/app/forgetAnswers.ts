import { isRejectedWithValue, type Middleware, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { api } from '../data/api.ts';
import { errorCode } from '../data/apiError.ts';
import { fetchUser } from '../data/session/login.ts';
import { sessionEnded } from '../data/session/sessionActions.ts';
import type { RootState } from './rootReducer.ts';

/**
 * Empties the query cache when a person signs out, so that the next one on this machine sees none of it, and when an
 * admin stops being one. The server's refusal of an admin's call has the user read again: the guards then lead on.
 */
export const forgetAnswers: Middleware<object, RootState, ThunkDispatch<RootState, unknown, UnknownAction>> =
  (store) => (next) => (action) => {
    const before = store.getState().session;
    const result = next(action);
    const { user } = store.getState().session;
    const wasAdmin = before.user?.is_admin ?? false;
    // Not for a second end of the session: the emptied cache wakes the mounted queries, whose refusal ends it again.
    const hasSignedOut = before.status === 'authenticated' && sessionEnded.match(action);
    if (hasSignedOut || (wasAdmin && user && !user.is_admin)) store.dispatch(api.util.resetApiState());
    if (wasAdmin && isRejectedWithValue(action) && errorCode(action.payload) === 'auth.not_admin') {
      void store.dispatch(fetchUser());
    }
    return result;
  };
