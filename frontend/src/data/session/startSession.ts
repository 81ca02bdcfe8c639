import type { MiniApp } from '../../telegram/miniApp.ts';
import { sessionEnded, sessionNotStarted, sessionStarting } from '../request/sessionActions.ts';
import { clearCredentials, loadCredentials } from '../request/storage.ts';
import { fetchUser, type SessionThunk, signInAsMockUser, signInWithMiniApp } from './login.ts';

interface StartOptions {
  /** Null in an ordinary browser. */
  readonly miniApp: MiniApp | null;
  readonly mockAuth: boolean;
}

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

/**
 * The startup of spec section 4, 'Authentication'. The status leaves 'loading' exactly once, at its end. Launch
 * parameters are trusted only inside a Telegram client: those of a link neither replace a session nor start one.
 */
export const startSession =
  ({ miniApp, mockAuth }: StartOptions): SessionThunk<void> =>
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
