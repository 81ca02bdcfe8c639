import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** Shown in place of an empty list. */
export function EmptyState({ children }: { readonly children: ReactNode }) {
  return <p className={`u-muted u-flush ${styles.empty}`}>{children}</p>;
}
