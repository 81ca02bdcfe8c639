import type { ReactNode } from 'react';
import { failureSentence } from '../data/apiError.ts';
import styles from './ui.module.css';

export function EmptyState({ children }: { readonly children: ReactNode }) {
  return <p className={`u-muted u-flush ${styles.empty}`}>{children}</p>;
}

export function ErrorAlert({ message, onRetry }: { readonly message: string; onRetry?(): void }) {
  return (
    <div role="alert" className="u-notice u-tone u-row" style={{ gap: '8px 12px' }} data-tone="danger">
      <span className="u-shrink" style={{ flex: '1 1 200px' }}>
        {message}
      </span>
      {onRetry && (
        <button type="button" className={`u-medium ${styles.retry}`} onClick={onRetry}>
          Retry
        </button>
      )}
    </div>
  );
}

interface FailureAlertProps {
  readonly error: unknown;
  /** Shown if the server gave no sentence. */
  readonly fallback: string;
  onRetry?(): void;
}

/** Nothing without an error, and for a signed-out user, who is redirected to the sign-in. */
export function FailureAlert({ error, fallback, ...retry }: FailureAlertProps) {
  const message = failureSentence(error, fallback);
  return message && <ErrorAlert message={message} {...retry} />;
}

export function SuccessNote({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="u-notice u-tone" data-tone="success">
      {children}
    </p>
  );
}

interface SkeletonProps {
  readonly label: string;
  readonly rows?: number;
  readonly rowHeightPx?: number;
}

export function Skeleton({ label, rows = 3, rowHeightPx = 72 }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className="u-grid u-gap12">
      {[...Array(rows).keys()].map((row) => (
        <div key={row} className={styles.skeletonRow} style={{ height: rowHeightPx }} />
      ))}
    </div>
  );
}
