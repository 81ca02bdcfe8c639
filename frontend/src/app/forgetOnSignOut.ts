import type { Middleware } from '@reduxjs/toolkit';
import { api } from '../data/api.ts';
import { sessionEnded } from '../data/session/sessionActions.ts';
import type { RootState } from './rootReducer.ts';

/**
 * Empties the query cache when a person signs out, so that the next one on this machine sees none of it.
 * Only on the way out of a session: emptying it wakes the mounted queries, whose refusal ends the session once more.
 */
export const forgetOnSignOut: Middleware<object, RootState> = (store) => (next) => (action) => {
  const wasSignedIn = store.getState().session.status === 'authenticated';
  const result = next(action);
  if (wasSignedIn && sessionEnded.match(action)) store.dispatch(api.util.resetApiState());
  return result;
};
