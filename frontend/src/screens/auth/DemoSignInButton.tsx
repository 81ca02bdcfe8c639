import { useState } from 'react';
import { useAppDispatch } from '../../app/hooks.ts';
import plain from '../../app/plainButton.module.css';
import { signInAsMockUser } from '../../data/session/login.ts';
import { AUTH_FAILED } from './authErrors.ts';
import styles from './SignInCard.module.css';

/** Signs in as the demo user. After that, /auth redirects. */
export function DemoSignInButton() {
  const dispatch = useAppDispatch();
  const [signIn, setSignIn] = useState<'idle' | 'running' | 'failed'>('idle');
  const start = async () => {
    setSignIn('running');
    setSignIn((await dispatch(signInAsMockUser())) ? 'idle' : 'failed');
  };

  return (
    <>
      {signIn === 'failed' && (
        <p className={`u-notice u-tone u-medium ${styles.alert}`} data-tone="danger" role="alert">
          {AUTH_FAILED}
        </p>
      )}
      <button
        type="button"
        className={`${plain.button} ${styles.button}`}
        onClick={start}
        disabled={signIn === 'running'}
      >
        Continue as demo user
      </button>
    </>
  );
}
