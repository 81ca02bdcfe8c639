import type { SignInBody, SignInResponse, WidgetProof } from '@flyerdeck/contracts/types';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Account } from '../../lib/accounts.ts';
import type { MiniApp } from '../../telegram/miniApp.ts';
import { errorCode, errorSentence } from '../apiError.ts';
import {
  type SignInFailure,
  sessionEnded,
  sessionNotStarted,
  sessionStarting,
  signInFailed,
} from '../request/sessionActions.ts';
import { clearCredentials, loadCredentials, removeActionLog, saveCredentials } from '../request/storage.ts';
import { forgetUser } from '../request/userStorage.ts';
import { sessionApi, type WithSession } from './sessionSlice.ts';

type SessionThunk<T> = ThunkAction<Promise<T>, WithSession, unknown, UnknownAction>;

const MOCK_USER = { id: '100000001', username: 'demo_admin', first_name: 'Demo', last_name: 'Admin' };

const RETRY_STATUSES = [0, 429];

function signInFailureOf(error: unknown): SignInFailure {
  if (errorCode(error) === 'auth.proof_stale') return { kind: 'stale' };
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (typeof status === 'number' && (status >= 500 || RETRY_STATUSES.includes(status))) return { kind: 'unreachable' };
  return { kind: 'refused', sentence: errorSentence(error, 'Authentication failed') };
}

/** Spec sections 5 and 8. After a failure the user is signed out and no credentials stay stored. */
const signInBy =
  (askServer: SessionThunk<SignInResponse>): SessionThunk<boolean> =>
  async (dispatch) => {
    try {
      const answer = await dispatch(askServer);
      if (!answer.session_token || !answer.telegram_id) throw new Error('The sign-in answer lacks credentials.');
      // Waits for a running check of an older session: `fetchUser` would get the result of that request.
      await dispatch(sessionApi.util.getRunningQueryThunk('me', undefined));
      saveCredentials({ sessionToken: answer.session_token, telegramId: answer.telegram_id });
      await dispatch(fetchUser()).unwrap();
      return true;
    } catch (error) {
      clearCredentials();
      dispatch(sessionEnded());
      dispatch(signInFailed(signInFailureOf(error)));
      return false;
    }
  };

/** Without an id it fails. */
const login =
  (user: Account, proof: Pick<SignInBody, 'init_data' | 'widget'> = {}): SessionThunk<boolean> =>
  async (dispatch) => {
    if ((user.id ?? '') === '') {
      dispatch(signInFailed({ kind: 'nobody' }));
      return false;
    }
    const telegramId = String(user.id);
    const body: SignInBody = {
      telegram_id: telegramId,
      username: user.username || telegramId,
      first_name: user.first_name ?? '',
      last_name: user.last_name ?? '',
      ...proof,
    };
    const { signIn } = sessionApi.endpoints;
    return dispatch(signInBy((dispatch) => dispatch(signIn.initiate({ body }, { track: false })).unwrap()));
  };

export const fetchUser = () => sessionApi.endpoints.me.initiate(undefined, { subscribe: false, forceRefetch: true });

/** Signs in by the Login Widget. Its fields are the proof and must be sent unchanged. */
export const signInWithWidget = (widget: WidgetProof): SessionThunk<boolean> => login(widget, { widget });

/** `proof` is the query with which the provider has led to /auth/callback. */
export const signInWithOidc = (proof: string): SessionThunk<boolean> =>
  signInBy((dispatch) =>
    dispatch(sessionApi.endpoints.finishOidc.initiate({ body: { proof } }, { track: false })).unwrap(),
  );

export const signInWithMiniApp = (user: Account, initData: string): SessionThunk<boolean> =>
  login(user, { init_data: initData });

export const signInAsMockUser = (): SessionThunk<boolean> => login(MOCK_USER);

const verifyStoredSession =
  (expectedId: string | null | undefined): SessionThunk<boolean> =>
  async (dispatch) => {
    const stored = loadCredentials();
    if (!stored) return false;
    try {
      // Telegram accounts on one phone share the storage: the session may be another account's.
      if (expectedId && stored.telegramId !== expectedId) throw new Error('Session of another account.');
      await dispatch(fetchUser()).unwrap();
      return true;
    } catch {
      // After a 401 the call itself has ended the session, and says why.
      if (loadCredentials()?.sessionToken === stored.sessionToken) {
        clearCredentials();
        dispatch(sessionEnded());
      }
      return false;
    }
  };

/** Spec section 4. The status leaves 'loading' once, at its end. Launch parameters are trusted only inside a Telegram client. */
export const startSession =
  ({ miniApp, mockAuth }: { readonly miniApp: MiniApp | null; readonly mockAuth: boolean }): SessionThunk<void> =>
  async (dispatch) => {
    dispatch(sessionStarting({ insideMiniApp: miniApp !== null }));
    const inTelegram = miniApp?.isInTelegram ? miniApp : null;
    const signedIn =
      (await dispatch(verifyStoredSession(inTelegram?.user.id))) ||
      (inTelegram !== null && (await dispatch(signInWithMiniApp(inTelegram.user, inTelegram.initData)))) ||
      // Not when the launch parameters name a user: that user sees why the sign-in failed.
      (mockAuth && !miniApp?.user.id && (await dispatch(signInAsMockUser())));
    if (!signedIn) dispatch(sessionNotStarted());
  };

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
