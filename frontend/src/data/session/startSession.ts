import type { MiniApp } from '../../telegram/miniApp.ts';
import { fetchUser, type SessionThunk, signInAsMockUser, signInWithMiniApp } from './login.ts';
import { sessionEnded, sessionNotStarted, sessionStarting } from './sessionActions.ts';
import { clearCredentials, loadCredentials } from './storage.ts';

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
      // Telegram's accounts on one phone share a web view's storage: nobody may open the app and find another's pages.
      if (expectedId && stored.telegramId !== expectedId) throw new Error('The stored session is another account’s.');
      await dispatch(fetchUser()).unwrap();
      return true;
    } catch {
      if (loadCredentials()?.sessionToken === stored.sessionToken) clearCredentials();
      dispatch(sessionEnded());
      return false;
    }
  };

/**
 * The startup of spec section 4, 'Authentication'; the status leaves 'loading' exactly once, at its end. Only what a
 * Telegram client says counts by itself: a link with launch parameters replaces no session and starts none.
 */
export const startSession =
  ({ miniApp, mockAuth }: StartOptions): SessionThunk<void> =>
  async (dispatch) => {
    dispatch(sessionStarting({ insideMiniApp: miniApp !== null }));
    const inTelegram = miniApp?.isInTelegram ? miniApp : null;
    const signedIn =
      (await dispatch(verifyStoredSession(inTelegram?.user.id))) ||
      (inTelegram !== null && (await dispatch(signInWithMiniApp(inTelegram.user, inTelegram.initData)))) ||
      // Whom Telegram has named is nobody else, and hears why Telegram's word was not enough.
      (mockAuth && !miniApp?.user.id && (await dispatch(signInAsMockUser())));
    if (!signedIn) dispatch(sessionNotStarted());
  };
