import type { SessionThunk } from './login.ts';
import { sessionEnded } from './sessionActions.ts';
import { sessionApi } from './sessionApi.ts';
import { clearCredentials } from './storage.ts';

const LOGOUT_PATIENCE_MS = 1_500;

/** Signs out; the server is told first, but a slow or dead network keeps nobody signed in. */
export const logout = (): SessionThunk<void> => async (dispatch) => {
  const told = dispatch(sessionApi.endpoints.signOut.initiate(undefined, { track: false }));
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, LOGOUT_PATIENCE_MS))]);
  clearCredentials();
  dispatch(sessionEnded());
};
