import { useState } from 'react';
import { useAppDispatch } from '../../app/hooks.ts';
import plain from '../../app/plainButton.module.css';
import { signInAsMockUser } from '../../data/session/login.ts';
import { AUTH_FAILED } from './authErrors.ts';
import styles from './SignInCard.module.css';

/** The demo's way in; once signed in, the guard of /auth leads on. */
export function DemoSignInButton() {
  const dispatch = useAppDispatch();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const signIn = async () => {
    setIsSigningIn(true);
    setHasFailed(false);
    setHasFailed(!(await dispatch(signInAsMockUser())));
    setIsSigningIn(false);
  };

  return (
    <>
      {hasFailed && (
        <p className={`u-notice u-tone u-medium ${styles.alert}`} data-tone="danger" role="alert">
          {AUTH_FAILED}
        </p>
      )}
      <button type="button" className={`${plain.button} ${styles.button}`} onClick={signIn} disabled={isSigningIn}>
        Continue as demo user
      </button>
    </>
  );
}
