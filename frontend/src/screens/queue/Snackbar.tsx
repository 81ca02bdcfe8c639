import { SNACKBAR_HIDE_MS } from '@flyerdeck/contracts/limits';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Snackbar.module.css';

interface SnackbarMessage {
  readonly text: string;
  readonly isError: boolean;
  /** Counts up, so that the same text again shows for its full time. */
  readonly turn: number;
}

export interface SnackbarControl {
  readonly message: SnackbarMessage | null;
  show(text: string, options?: { isError?: boolean }): void;
  hide(): void;
}

/** One message at a time, gone by itself after 4 seconds (spec section 2, 'Queue tab'). */
export function useSnackbar(): SnackbarControl {
  const [message, setMessage] = useState<SnackbarMessage | null>(null);
  const show = useCallback((text: string, { isError = false } = {}) => {
    setMessage((last) => ({ text, isError, turn: (last?.turn ?? 0) + 1 }));
  }, []);
  const hide = useCallback(() => setMessage(null), []);

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(hide, SNACKBAR_HIDE_MS);
    return () => clearTimeout(timer);
  }, [message, hide]);

  return { message, show, hide };
}

/** The live region is always there: a screen reader announces only what changes inside one it knows. */
export function Snackbar({ message, hide }: Pick<SnackbarControl, 'message' | 'hide'>) {
  return createPortal(
    <div className={styles.place} role="status" aria-live={message?.isError ? 'assertive' : 'polite'}>
      {message && (
        <div className={message.isError ? `${styles.bar} ${styles.error}` : styles.bar} key={message.turn}>
          <span>{message.text}</span>
          <button type="button" className={styles.close} aria-label="Dismiss" onClick={hide}>
            ×
          </button>
        </div>
      )}
    </div>,
    document.body,
  );
}
