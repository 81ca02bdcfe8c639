import { isRejectedWithValue, type Middleware, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { api } from '../data/api.ts';
import { errorCode } from '../data/apiError.ts';
import { fetchUser } from '../data/session/login.ts';
import { selectCurrentUser } from '../data/session/sessionSlice.ts';
import type { RootState } from './rootReducer.ts';

/**
 * Reads the user again when the server refuses an admin's call: whoever is no admin any more is led out by the guards,
 * and what the admin's calls answered about others leaves the query cache.
 */
export const leaveAdminArea: Middleware<object, RootState, ThunkDispatch<RootState, unknown, UnknownAction>> =
  (store) => (next) => (action) => {
    const wasAdmin = selectCurrentUser(store.getState())?.is_admin ?? false;
    const result = next(action);
    const user = selectCurrentUser(store.getState());
    if (wasAdmin && user && !user.is_admin) store.dispatch(api.util.resetApiState());
    if (wasAdmin && isRejectedWithValue(action) && errorCode(action.payload) === 'auth.not_admin') {
      void store.dispatch(fetchUser());
    }
    return result;
  };
