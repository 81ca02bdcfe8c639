import type { SignInBody, WidgetProof } from '@flyerdeck/contracts/types';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Account } from '../../lib/accountName.ts';
import { sessionEnded, signInFailed } from './sessionActions.ts';
import { sessionApi } from './sessionApi.ts';
import type { WithSession } from './sessionSlice.ts';
import { signInFailureOf } from './signInFailure.ts';
import { clearCredentials, saveCredentials } from './storage.ts';

export type SessionThunk<T> = ThunkAction<Promise<T>, WithSession, unknown, UnknownAction>;

/** The build-time fake user of the mock mode. */
const MOCK_USER = { id: '100000001', username: 'demo_admin', first_name: 'Demo', last_name: 'Admin' };

/**
 * Signs in, keeps the credentials and fetches the user; returns whether it worked. Without an id there is no sign-in, a
 * missing username is the id, and missing names are empty (spec section 5). Whatever fails, the person is signed out
 * and nothing stays stored (spec section 8).
 */
export const login =
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
      // A check of an older session may be on its way; asking meanwhile would be handed its refusal.
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

/** The Login Widget's callback: its fields are the proof and must travel untouched. */
export const signInWithWidget = (widget: WidgetProof): SessionThunk<boolean> => login(widget, { widget });

/** The mini app: its raw init data is the proof. */
export const signInWithMiniApp = (user: Account, initData: string): SessionThunk<boolean> =>
  login(user, { init_data: initData });

/** The demo's sign-in, offered only when the build says so (`buildFlags.mockAuth`). */
export const signInAsMockUser = (): SessionThunk<boolean> => login(MOCK_USER);
