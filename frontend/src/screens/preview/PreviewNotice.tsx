import type { ReactNode } from 'react';
import styles from './PreviewScreen.module.css';
import { type PageStage, usePageReady } from './usePageReady.ts';

interface PreviewNoticeProps {
  stage: Exclude<PageStage, 'settled'>;
  children: ReactNode;
  onRetry?: () => void;
}

/** What stands in the post's place: that it loads, or why there is none. */
export function PreviewNotice({ stage, children, onRetry }: PreviewNoticeProps) {
  usePageReady(stage);
  return (
    <main className={`u-line u-break u-gap12 ${styles.notice}`}>
      <h1 className="u-hidden u-flush">Post preview</h1>
      <p className="u-flush" role={stage === 'failed' ? 'alert' : 'status'}>
        {children}
      </p>
      {onRetry && (
        <button type="button" className={`u-strong ${styles.retry}`} onClick={onRetry}>
          Retry
        </button>
      )}
    </main>
  );
}
