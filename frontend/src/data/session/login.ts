import type { SignInBody, WidgetProof } from '@flyerdeck/contracts/types';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Account } from '../../lib/accounts.ts';
import { errorCode, errorSentence } from '../apiError.ts';
import { type SignInFailure, sessionEnded, signInFailed } from '../request/sessionActions.ts';
import { clearCredentials, saveCredentials } from '../request/storage.ts';
import { sessionApi } from './sessionApi.ts';
import type { WithSession } from './sessionSlice.ts';

export type SessionThunk<T> = ThunkAction<Promise<T>, WithSession, unknown, UnknownAction>;

/** The build-time fake user of the mock mode. */
const MOCK_USER = { id: '100000001', username: 'demo_admin', first_name: 'Demo', last_name: 'Admin' };

const RETRY_STATUSES = [0, 429];

function signInFailureOf(error: unknown): SignInFailure {
  if (errorCode(error) === 'auth.proof_stale') return { kind: 'stale' };
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (typeof status === 'number' && (status >= 500 || RETRY_STATUSES.includes(status))) return { kind: 'unreachable' };
  return { kind: 'refused', sentence: errorSentence(error, 'Authentication failed') };
}

/**
 * Signs in, stores the credentials and fetches the user. Returns whether it succeeded. Without an id the sign-in fails,
 * a missing username becomes the id, and missing names become empty (spec section 5). After any failure the user is
 * signed out and no credentials stay stored (spec section 8).
 */
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
    try {
      const answer = await dispatch(sessionApi.endpoints.signIn.initiate({ body }, { track: false })).unwrap();
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

export const fetchUser = () => sessionApi.endpoints.me.initiate(undefined, { subscribe: false, forceRefetch: true });

/** Signs in by the Login Widget. Its fields are the proof and must be sent unchanged. */
export const signInWithWidget = (widget: WidgetProof): SessionThunk<boolean> => login(widget, { widget });

/** Signs in by the mini app. Its raw init data is the proof. */
export const signInWithMiniApp = (user: Account, initData: string): SessionThunk<boolean> =>
  login(user, { init_data: initData });

/** The demo's sign-in, offered only when `webAppSettings.mockAuth` is set. */
export const signInAsMockUser = (): SessionThunk<boolean> => login(MOCK_USER);
