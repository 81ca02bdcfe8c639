import { WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts/values/credits';
import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts';
import plain from '../../app/plain.module.css';
import { webAppSettings } from '../../app/webAppSettings.ts';
import { signInAsMockUser } from '../../data/session/login.ts';
import { selectInsideMiniApp } from '../../data/session/sessionSlice.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { AUTH_FAILED } from './authErrors.ts';
import styles from './SignInCard.module.css';
import { TelegramLoginWidget } from './TelegramLoginWidget.tsx';

const MiniAppSignIn = lazyPart(() => import('../../app/MiniAppSignIn.tsx'));

export function SignInCard({ error }: { error: string | null }) {
  const { botUsername, mockAuth } = webAppSettings;
  const insideMiniApp = useAppSelector(selectInsideMiniApp);
  return (
    <section className={`u-card ${styles.card}`} aria-labelledby="sign-in">
      <h2 id="sign-in" className="u-strong u-flush u-size16">
        Sign in with Telegram
      </h2>
      <p className={`u-muted u-size14 ${styles.note}`}>
        No password, no card. Your first sign-in brings {WELCOME_BONUS_CREDITS} credits.
      </p>
      {error && <Failure>{error}</Failure>}
      {insideMiniApp && <MiniAppSignIn />}
      {/* Inside Telegram the Mini App data signs the user in, so the Login Widget is not needed. */}
      {!insideMiniApp && botUsername && <TelegramLoginWidget botUsername={botUsername} />}
      {mockAuth && <DemoSignInButton />}
      {!insideMiniApp && !botUsername && !mockAuth && (
        <p className="u-muted u-above8 u-size14">Sign-in is not set up on this server yet.</p>
      )}
    </section>
  );
}

const Failure = ({ children }: { readonly children: string }) => (
  <p className={`u-notice u-tone u-medium u-size14 ${styles.alert}`} data-tone="danger" role="alert">
    {children}
  </p>
);

function DemoSignInButton() {
  const dispatch = useAppDispatch();
  const [signIn, setSignIn] = useState<'idle' | 'running' | 'failed'>('idle');
  const start = async () => {
    setSignIn('running');
    setSignIn((await dispatch(signInAsMockUser())) ? 'idle' : 'failed');
  };

  return (
    <>
      {signIn === 'failed' && <Failure>{AUTH_FAILED}</Failure>}
      <button
        type="button"
        className={`${plain.button} u-full ${styles.button}`}
        onClick={start}
        disabled={signIn === 'running'}
      >
        Continue as demo user
      </button>
    </>
  );
}
