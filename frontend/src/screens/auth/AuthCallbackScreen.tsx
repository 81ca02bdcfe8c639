import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts';
import { signInWithWidget } from '../../data/session/login.ts';
import { selectSessionStatus } from '../../data/session/sessionSlice.ts';
import styles from './AuthCallbackScreen.module.css';
import { AUTH_FAILED, INVALID_AUTH_DATA } from './authErrors.ts';
import { readWidgetProof } from './widgetProof.ts';

/** Where Telegram's Login Widget leads back to: signs in with what it put into the query (spec section 2, Login). */
export default function AuthCallbackScreen() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const isStartingSession = useAppSelector(selectSessionStatus) === 'loading';
  const [proof] = useState(() => readWidgetProof(new URLSearchParams(search)));
  const isProofSpent = useRef(false);

  useEffect(() => {
    // The query alone signs a person in, so it must not stay in the address bar or in the history.
    if (proof && search) navigate(pathname, { replace: true });
  }, [proof, search, pathname, navigate]);

  useEffect(() => {
    const leaveWith = (error: string) => navigate('/auth', { replace: true, state: { error } });
    if (!proof) {
      leaveWith(INVALID_AUTH_DATA);
      return;
    }
    // The startup may still be refusing an older stored session, and would take the new one with it.
    // The server takes a proof once, while React may run an effect twice.
    if (isStartingSession || isProofSpent.current) return;
    isProofSpent.current = true;
    dispatch(signInWithWidget(proof)).then((isSignedIn) => {
      if (isSignedIn) navigate('/', { replace: true });
      else leaveWith(AUTH_FAILED);
    });
  }, [proof, isStartingSession, dispatch, navigate]);

  return (
    <main className={styles.screen}>
      <span className={styles.spinner} aria-hidden="true" />
      <p role="status" lang="ru">
        Авторизация...
      </p>
    </main>
  );
}
