import styles from './ui.module.css';

interface ErrorAlertProps {
  readonly message: string;
  onRetry?(): void;
}

export function ErrorAlert({ message, onRetry }: ErrorAlertProps) {
  return (
    <div role="alert" className={`u-notice u-tone u-row ${styles.alert}`} data-tone="danger">
      <span className={`u-shrink ${styles.message}`}>{message}</span>
      {onRetry && (
        <button type="button" className={`u-medium ${styles.retry}`} onClick={onRetry}>
          Retry
        </button>
      )}
    </div>
  );
}
