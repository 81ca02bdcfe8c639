import type { SessionThunk } from './login.ts';
import { sessionEnded } from './sessionActions.ts';
import { sessionApi } from './sessionApi.ts';
import { clearCredentials } from './storage.ts';

const LOGOUT_TIMEOUT_MS = 1_500;

/** Ends the session on the server, then in the browser. After the timeout the browser does not wait for the server. */
export const logout = (): SessionThunk<void> => async (dispatch) => {
  const serverCall = dispatch(sessionApi.endpoints.signOut.initiate(undefined, { track: false }));
  await Promise.race([serverCall, new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))]);
  clearCredentials();
  dispatch(sessionEnded());
};
