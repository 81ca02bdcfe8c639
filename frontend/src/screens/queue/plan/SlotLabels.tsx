import styles from './plan.module.css';
import type { PlanSlot } from './planRange.ts';

/** The days or hours above the columns. Screen readers read the day or hour of each button instead. */
export function SlotLabels({ slots }: { readonly slots: readonly PlanSlot[] }) {
  return (
    <div className={`u-muted u-small u-tabular ${styles.row} ${styles.labels}`} aria-hidden>
      <span className={styles.page}>Page</span>
      {slots.map(({ label, name }) => (
        <span key={name} className={styles.label}>
          {label}
        </span>
      ))}
    </div>
  );
}
