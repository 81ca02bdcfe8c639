import type { ReactNode } from 'react';
import styles from './ui.module.css';

export function EmptyState({ children }: { readonly children: ReactNode }) {
  return <p className={`u-muted u-flush ${styles.empty}`}>{children}</p>;
}
