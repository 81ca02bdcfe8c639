import { useState } from 'react';
import { useAppDispatch } from '../../app/hooks.ts';
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
        <p className={styles.alert} role="alert">
          {AUTH_FAILED}
        </p>
      )}
      <button type="button" className={styles.button} onClick={signIn} disabled={isSigningIn}>
        Continue as demo user
      </button>
    </>
  );
}
