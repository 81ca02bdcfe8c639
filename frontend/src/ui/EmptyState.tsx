import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** Where a list would be, were there anything in it. */
export function EmptyState({ children }: { readonly children: ReactNode }) {
  return <p className={`u-muted u-flush ${styles.empty}`}>{children}</p>;
}
