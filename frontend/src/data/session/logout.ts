import { forgetUser } from '../request/forgetUser.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import { clearCredentials, removeActionLog } from '../request/storage.ts';
import type { SessionThunk } from './login.ts';
import { sessionApi } from './sessionApi.ts';

const LOGOUT_TIMEOUT_MS = 1_500;

/** Ends the session on the server, then in the browser. After the timeout the browser does not wait for the server. */
export const logout = (): SessionThunk<void> => async (dispatch) => {
  const serverCall = dispatch(sessionApi.endpoints.signOut.initiate(undefined, { track: false }));
  await Promise.race([serverCall, new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))]);
  clearCredentials();
  dispatch(sessionEnded());
};

/** The account was deleted: its sessions have ended on the server. Removes what the browser has stored about the user. */
export const leaveErasedAccount = (): SessionThunk<void> => async (dispatch, getState) => {
  const { user } = getState().session;
  if (user) forgetUser(user.telegram_id);
  removeActionLog();
  dispatch(sessionEnded());
};
