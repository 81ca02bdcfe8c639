import { SNACKBAR_HIDE_MS } from '@flyerdeck/contracts/limits';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Snackbar.module.css';

interface SnackbarMessage {
  readonly text: string;
  readonly isError: boolean;
  /** Counts up, so that the same text again shows for its full time. */
  readonly turn: number;
}

/** One message at a time, gone by itself after 4 seconds (spec section 2, 'Queue tab'). */
export function useSnackbar() {
  const [message, setMessage] = useState<SnackbarMessage | null>(null);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), SNACKBAR_HIDE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  return {
    message,
    show: (text: string, { isError } = { isError: false }) =>
      setMessage((last) => ({ text, isError, turn: (last?.turn ?? 0) + 1 })),
    hide: () => setMessage(null),
  };
}

/** The live region is always there: a screen reader announces only what changes inside one it knows. */
export function Snackbar({ message, hide }: Omit<ReturnType<typeof useSnackbar>, 'show'>) {
  return createPortal(
    <div className={styles.place} role="status" aria-live={message?.isError ? 'assertive' : 'polite'}>
      {message && (
        <div
          key={message.turn}
          className={`u-line u-gap12 u-break ${styles.bar} ${message.isError ? styles.error : ''}`}
        >
          <span>{message.text}</span>
          <button type="button" className={`u-bare ${styles.close}`} aria-label="Dismiss" onClick={hide}>
            ×
          </button>
        </div>
      )}
    </div>,
    document.body,
  );
}
