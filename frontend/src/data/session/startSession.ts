import { fetchUser, type SessionThunk, type SignInUser, signInAsMockUser, signInWithMiniApp } from './login.ts';
import { sessionEnded, sessionNotStarted, sessionStarting } from './sessionActions.ts';
import { clearCredentials, loadCredentials } from './storage.ts';

export interface StartOptions {
  /** What the mini app knows of its user; null in an ordinary browser. */
  readonly miniApp: { readonly user: SignInUser; readonly initData: string } | null;
  readonly mockAuth: boolean;
}

const verifyStoredSession = (): SessionThunk<boolean> => async (dispatch) => {
  const stored = loadCredentials();
  if (!stored) return false;
  try {
    await dispatch(fetchUser()).unwrap();
    return true;
  } catch {
    if (loadCredentials()?.sessionToken === stored.sessionToken) clearCredentials();
    dispatch(sessionEnded());
    return false;
  }
};

/** The startup of spec section 4, 'Authentication'; the status leaves 'loading' exactly once, at its end. */
export const startSession =
  ({ miniApp, mockAuth }: StartOptions): SessionThunk<void> =>
  async (dispatch) => {
    dispatch(sessionStarting({ insideMiniApp: miniApp !== null }));
    const signedIn =
      (await dispatch(verifyStoredSession())) ||
      (miniApp !== null && (await dispatch(signInWithMiniApp(miniApp.user, miniApp.initData)))) ||
      (mockAuth && (await dispatch(signInAsMockUser())));
    if (!signedIn) dispatch(sessionNotStarted());
  };
