import { useState } from 'react';
import { signInWithMiniApp } from '../data/session/login.ts';
import { selectSignInFailure } from '../data/session/sessionSlice.ts';
import type { SignInFailure } from '../data/session/signInFailure.ts';
import { readMiniApp } from '../telegram/miniApp.ts';
import { useAppDispatch, useAppSelector } from './hooks.ts';
import styles from './MiniAppSignIn.module.css';
import plain from './plainButton.module.css';

const REOPEN = 'Close Flyerdeck and open it again from Telegram.';

function sentenceOf(failure: SignInFailure | null): string {
  switch (failure?.kind) {
    case 'stale':
      return `Telegram signed you in more than an hour ago, which is too long to trust. ${REOPEN}`;
    case 'nobody':
      return `Telegram did not say who you are. ${REOPEN}`;
    case 'unreachable':
      return 'Flyerdeck could not be reached. Check your connection, then try again.';
    case 'refused':
      return failure.sentence;
    default:
      return 'You are signed out.';
  }
}

/** Another try helps nobody whom Telegram has to name anew. */
const canRetry = (failure: SignInFailure | null): boolean => failure?.kind !== 'stale' && failure?.kind !== 'nobody';

/** Who is not signed in inside Telegram: why, and the way on. */
export function MiniAppSignIn() {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectSignInFailure);
  const [isSigningIn, setIsSigningIn] = useState(false);

  const signIn = async () => {
    const miniApp = readMiniApp();
    if (!miniApp) return;
    setIsSigningIn(true);
    await dispatch(signInWithMiniApp(miniApp.user, miniApp.initData));
    setIsSigningIn(false);
  };

  return (
    <div className={styles.notice} role={failure ? 'alert' : 'status'}>
      <p className={styles.sentence}>{sentenceOf(failure)}</p>
      {canRetry(failure) && (
        <button type="button" className={plain.button} disabled={isSigningIn} onClick={() => void signIn()}>
          {failure ? 'Retry' : 'Sign in'}
        </button>
      )}
    </div>
  );
}
