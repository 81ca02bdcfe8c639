import styles from './plan.module.css';
import { type PlanRange, type PlanSlot, slotIndexOf } from './planRange.ts';
import { useNow } from './usePlan.ts';

interface SlotLabelsProps {
  readonly slots: readonly PlanSlot[];
  readonly range: PlanRange;
}

/** The days or hours above the columns. Screen readers read the day or hour of each button instead. */
export function SlotLabels({ slots, range }: SlotLabelsProps) {
  const current = slotIndexOf(new Date(useNow()).toISOString(), range);
  return (
    <div className={`u-muted u-small u-tabular ${styles.row} ${styles.labels}`} aria-hidden>
      <span className={styles.page}>Page</span>
      {slots.map(({ label, name }, index) => (
        <span key={name} className={styles.label} data-current={index === current}>
          {label}
        </span>
      ))}
    </div>
  );
}
