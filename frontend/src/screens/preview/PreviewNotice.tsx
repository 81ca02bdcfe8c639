import type { ReactNode } from 'react';
import styles from './PreviewScreen.module.css';
import { SpokenOnly } from './SpokenOnly.tsx';
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
      <h1 className={styles.spokenTitle}>
        <SpokenOnly>Post preview</SpokenOnly>
      </h1>
      <p role={stage === 'failed' ? 'alert' : 'status'}>{children}</p>
      {onRetry && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          Retry
        </button>
      )}
    </main>
  );
}
