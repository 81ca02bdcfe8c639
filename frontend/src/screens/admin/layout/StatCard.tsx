import type { ReactNode } from 'react';
import styles from './StatCard.module.css';

interface StatCardProps {
  readonly label: string;
  readonly value: ReactNode;
  /** A word more, below the number. */
  readonly note?: ReactNode;
}

/** One number that is looked at first. Several stand in a `StatCards`. */
export function StatCard({ label, value, note }: StatCardProps) {
  return (
    <section className={styles.card} aria-label={label}>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.value}>{value}</p>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </section>
  );
}

export function StatCards({ children }: { readonly children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}
