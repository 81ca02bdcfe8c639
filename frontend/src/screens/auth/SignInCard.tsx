import { WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts/credits.values';
import type { WidgetProof } from '@flyerdeck/contracts/types';
import { useEffect, useRef, useState } from 'react';
import { documentLoads } from '../../app/documentLoads.ts';
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts';
import plain from '../../app/plain.module.css';
import { webAppSettings } from '../../app/webAppSettings.ts';
import { saveOidcState, signInNonce } from '../../data/request/signInNonce.ts';
import { signInAsMockUser } from '../../data/session/login.ts';
import { selectInsideMiniApp, useStartOidcMutation } from '../../data/session/sessionSlice.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { AUTH_FAILED } from './authErrors.ts';
import styles from './SignInCard.module.css';

const MiniAppSignIn = lazyPart(() => import('../../app/MiniAppSignIn.tsx'));

export function SignInCard({ error }: { error: string | null }) {
  const { botUsername, hasOidc, mockAuth } = webAppSettings;
  const dispatch = useAppDispatch();
  const [startOidc] = useStartOidcMutation();
  const openProvider = async () => {
    const { data } = await startOidc({ body: {} });
    if (!data) return false;
    saveOidcState(new URL(data.url).searchParams.get('state') ?? '');
    documentLoads.open(data.url);
    return true;
  };
  const insideMiniApp = useAppSelector(selectInsideMiniApp);
  return (
    <section className="u-card" style={{ maxWidth: 440, padding: 20 }} aria-labelledby="sign-in">
      <h2 id="sign-in" className="u-strong u-flush u-size16">
        Sign in with Telegram
      </h2>
      <p className="u-muted u-size14" style={{ margin: '2px 0 16px' }}>
        No password, no card. Your first sign-in brings {WELCOME_BONUS_CREDITS} credits.
      </p>
      {error && <Failure>{error}</Failure>}
      {insideMiniApp && <MiniAppSignIn />}
      {/* Inside Telegram the Mini App data signs the user in, so the Login Widget is not needed. */}
      {!insideMiniApp && botUsername && <TelegramLoginWidget botUsername={botUsername} />}
      {!insideMiniApp && hasOidc && <SignInButton label="Continue with Telegram" signIn={openProvider} />}
      {mockAuth && <SignInButton label="Continue as demo user" signIn={() => dispatch(signInAsMockUser())} />}
      {!insideMiniApp && !botUsername && !hasOidc && !mockAuth && (
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

interface SignInButtonProps {
  readonly label: string;
  /** False if it failed. */
  signIn(): Promise<boolean>;
}

function SignInButton({ label, signIn }: SignInButtonProps) {
  const [state, setState] = useState<'idle' | 'running' | 'failed'>('idle');
  const start = async () => {
    setState('running');
    setState((await signIn()) ? 'idle' : 'failed');
  };

  return (
    <>
      {state === 'failed' && <Failure>{AUTH_FAILED}</Failure>}
      <button
        type="button"
        className={`${plain.button} u-full ${styles.button}`}
        onClick={start}
        disabled={state === 'running'}
      >
        {label}
      </button>
    </>
  );
}

const WIDGET_SCRIPT_URL = 'https://telegram.org/js/telegram-widget.js?22';

interface TelegramLoginWidgetProps {
  readonly botUsername: string;
  /** Telegram leads to it with the proof in its query. Only pages under /auth may show the button. */
  readonly callbackPath?: string;
}

export function TelegramLoginWidget({ botUsername, callbackPath = '/auth/callback' }: TelegramLoginWidgetProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  const [unreachable, setUnreachable] = useState(false);
  const [nonce] = useState(signInNonce);

  useEffect(() => {
    const container = containerRef.current;
    if (!container) return;
    // Telegram's script inserts the button beside its own script tag, so the tag is created here.
    const script = document.createElement('script');
    script.src = WIDGET_SCRIPT_URL;
    script.async = true;
    script.dataset.telegramLogin = botUsername;
    script.dataset.size = 'large';
    script.dataset.radius = '20';
    script.dataset.userpic = 'true';
    script.dataset.requestAccess = 'write';
    script.dataset.authUrl = `${callbackPath}?${new URLSearchParams({ [NONCE_PARAMETER]: nonce })}`;
    script.onerror = () => setUnreachable(true);
    container.append(script);
    return () => container.replaceChildren();
  }, [botUsername, callbackPath, nonce]);

  return (
    <>
      <div ref={containerRef} className={styles.widget} hidden={unreachable} />
      {unreachable && (
        <p className="u-muted u-above8 u-size14" role="status">
          Telegram's sign-in button could not be loaded. Check that telegram.org is reachable, then reload this page.
        </p>
      )}
    </>
  );
}

/** The parameter of the callback URL that this product adds to Telegram's parameters. */
export const NONCE_PARAMETER = 'state';

const WIDGET_FIELDS = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash'] as const;

/** Unchanged: the hash covers exactly these fields, so an added empty `last_name` would make it invalid. */
export function readWidgetProof(query: URLSearchParams): WidgetProof | null {
  if (!query.get('id')) return null;
  const received = WIDGET_FIELDS.filter((field) => query.has(field)).map((field) => [field, query.get(field) ?? '']);
  return { id: '', auth_date: '', hash: '', ...Object.fromEntries(received) };
}
