import { SNACKBAR_HIDE_MS } from '@flyerdeck/contracts/queue.values';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './queue.module.css';

interface SnackbarMessage {
  readonly text: string;
  readonly isError: boolean;
  /** Increases with each message, so that a repeated text is shown for the full time. */
  readonly id: number;
}

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
      setMessage((last) => ({ text, isError, id: (last?.id ?? 0) + 1 })),
    hide: () => setMessage(null),
  };
}

/** The live region is always rendered, because screen readers announce only changes inside an existing live region. */
export function Snackbar({ message, hide }: Omit<ReturnType<typeof useSnackbar>, 'show'>) {
  return createPortal(
    <div className={`u-floating ${styles.wrapper}`} role="status" aria-live={message?.isError ? 'assertive' : 'polite'}>
      {message && (
        <div key={message.id} className={`u-line u-gap12 u-break ${styles.bar} ${message.isError ? styles.error : ''}`}>
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
