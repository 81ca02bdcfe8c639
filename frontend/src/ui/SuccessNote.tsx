import type { ReactNode } from 'react';
import styles from './SuccessNote.module.css';

/** A green word that something worked, read out when it appears. */
export function SuccessNote({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className={styles.note}>
      {children}
    </p>
  );
}
