import { type ReactNode, useState } from 'react';
import type { SignInFailure } from '../data/request/sessionActions.ts';
import { signInWithMiniApp } from '../data/session/login.ts';
import { selectSignInFailure } from '../data/session/sessionSlice.ts';
import { accountName } from '../lib/accounts.ts';
import { type MiniApp, readMiniApp, removeLaunchParams } from '../telegram/miniApp.ts';
import { documentLoads } from './documentLoads.ts';
import { useAppDispatch, useAppSelector } from './hooks.ts';
import plain from './plain.module.css';

function signInOtherwise(): void {
  removeLaunchParams();
  documentLoads.replace('/auth');
}

const REOPEN = 'Close Flyerdeck and open it again from Telegram.';

/** Outside of Telegram the parameters come from a link, which anyone can make, so the text names the account. */
function offerOf(miniApp: MiniApp | null): string {
  if (!miniApp || miniApp.isInTelegram || miniApp.user.id === null) return 'You are signed out.';
  return `This link signs you in as ${accountName(miniApp.user)}. Sign in only if you opened it from Telegram yourself.`;
}

function sentenceOf(failure: SignInFailure | null, launched: MiniApp | null): string {
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
      return offerOf(launched);
  }
}

/** A retry cannot help when the user has to open the app from Telegram again. */
const canRetry = (failure: SignInFailure | null): boolean => failure?.kind !== 'stale' && failure?.kind !== 'nobody';

/** Shown above the app. With a link's launch parameters there is no app below: it would look usable and only answer with errors. */
export default function MiniAppSignIn({ children }: { readonly children?: ReactNode }) {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectSignInFailure);
  const [isSigningIn, setIsSigningIn] = useState(false);
  const [launched] = useState(readMiniApp);

  const signIn = async () => {
    if (!launched) return;
    setIsSigningIn(true);
    await dispatch(signInWithMiniApp(launched.user, launched.initData));
    setIsSigningIn(false);
  };

  const isFromLink = launched !== null && !launched.isInTelegram;

  const notice = (
    <div
      className={`u-row ${isFromLink ? plain.alone : ''}`}
      style={{
        gap: '8px 16px',
        padding: '12px 16px',
        borderBottom: '1px solid var(--fd-border)',
        background: 'var(--fd-warning-soft)',
        color: 'var(--fd-text)',
      }}
      role={failure ? 'alert' : 'status'}
    >
      <p className="u-flush" style={{ flex: '1 1 220px' }}>
        {sentenceOf(failure, launched)}
      </p>
      {canRetry(failure) && (
        <button type="button" className={plain.button} disabled={isSigningIn} onClick={() => void signIn()}>
          {failure ? 'Retry' : 'Sign in'}
        </button>
      )}
      {isFromLink && (
        <button type="button" className={plain.button} disabled={isSigningIn} onClick={signInOtherwise}>
          Sign in another way
        </button>
      )}
    </div>
  );
  if (isFromLink && children) {
    return (
      <main className="u-middle">
        <h1 className="u-hidden">Flyerdeck</h1>
        {notice}
      </main>
    );
  }
  return (
    <>
      {notice}
      {children}
    </>
  );
}
