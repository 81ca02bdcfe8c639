import type { WidgetProof } from '@flyerdeck/contracts/types';
import { useEffect, useRef, useState } from 'react';
import { signInNonce } from '../../data/request/signInNonce.ts';
import styles from './SignInCard.module.css';

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
