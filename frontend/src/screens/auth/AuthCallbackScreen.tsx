import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AccountQuestion } from '../../app/AccountQuestion.tsx';
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts';
import { isSignInNonce, removeSignInNonce } from '../../data/request/signInNonce.ts';
import { logout, signInWithOidc, signInWithWidget } from '../../data/session/login.ts';
import { selectCurrentUser, selectSessionStatus } from '../../data/session/sessionSlice.ts';
import { accountName } from '../../lib/accounts.ts';
import { AUTH_FAILED, INVALID_AUTH_DATA } from './authErrors.ts';
import { NONCE_PARAMETER, readWidgetProof } from './SignInCard.tsx';

/** Spec section 2. Asks for confirmation if this tab did not start the sign-in or a user is signed in: an attacker could send such a link. */
export default function AuthCallbackScreen() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const isStartingSession = useAppSelector(selectSessionStatus) === 'loading';
  const user = useAppSelector(selectCurrentUser);
  const [proof] = useState(() => readWidgetProof(new URLSearchParams(search)));
  // The query of OpenID Connect, also with the provider's refusal.
  const [oidcProof] = useState(() => (/[?&](code|error)=/.test(search) ? search.slice(1) : null));
  const [isStartedHere] = useState(() => isSignInNonce(new URLSearchParams(search).get(NONCE_PARAMETER)));
  const [isAsking, setIsAsking] = useState(false);
  // React may run an effect twice. A second navigation would return from the page that the first one opened.
  const isQueryRemoved = useRef(false);
  const isHandled = useRef(false);

  useEffect(() => {
    // The query is enough to sign in, so it must not stay in the address bar or in the history.
    if (!(proof || oidcProof) || !search || isQueryRemoved.current) return;
    isQueryRemoved.current = true;
    navigate(pathname, { replace: true });
  }, [proof, oidcProof, search, pathname, navigate]);

  const leaveWith = (error: string) => navigate('/auth', { replace: true, state: { error } });
  const signIn = async (start: Promise<boolean>) => {
    if (await start) navigate('/', { replace: true });
    else leaveWith(AUTH_FAILED);
  };
  const decide = useEffectEvent(() => {
    // The account is not known before the sign-in, so no question could name it.
    if (!proof && !(oidcProof && isStartedHere)) {
      leaveWith(INVALID_AUTH_DATA);
      return;
    }
    // While the startup verifies a stored session, a failure would also remove the new session.
    // The server accepts a proof once, but React may run an effect twice.
    if (isStartingSession || isHandled.current) return;
    isHandled.current = true;
    removeSignInNonce();
    if (user && (!proof || user.telegram_id === String(proof.id))) navigate('/', { replace: true });
    else if (!proof) void signIn(dispatch(signInWithOidc(oidcProof ?? '')));
    else if (user || !isStartedHere) setIsAsking(true);
    else void signIn(dispatch(signInWithWidget(proof)));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the startup is finished.
  useEffect(() => {
    decide();
  }, [isStartingSession]);

  if (isAsking && proof) {
    return (
      <AccountQuestion
        current={user && accountName({ ...user, id: user.telegram_id })}
        offered={accountName(proof)}
        onKeep={() => navigate(user ? '/' : '/auth', { replace: true })}
        onSwitch={async () => {
          setIsAsking(false);
          if (user) await dispatch(logout());
          await signIn(dispatch(signInWithWidget(proof)));
        }}
      />
    );
  }
  return (
    <main className="u-middle u-muted u-size16">
      <p role="status" lang="ru">
        Авторизация...
      </p>
    </main>
  );
}
