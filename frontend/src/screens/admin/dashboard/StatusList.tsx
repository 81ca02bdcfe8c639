import { formatNumber } from '../../../lib/formatTotal.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { statusTone } from '../../../ui/statusTone.ts';
import styles from './StatusList.module.css';
import { type CountsByStatus, statusCounts, sumOf } from './statusCounts.ts';

interface StatusListProps {
  readonly title: string;
  readonly counts: CountsByStatus;
  /** The statuses in the order in which work goes through them. */
  readonly order: readonly string[];
}

/** How many there are in each status, and what share of all that is. */
export function StatusList({ title, counts, order }: StatusListProps) {
  const total = sumOf(counts);
  const rows = statusCounts(counts, order);
  return (
    <section className={styles.card} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {rows.length === 0 ? (
        <p className={styles.none}>None yet</p>
      ) : (
        <ul className={styles.list}>
          {rows.map(({ status, label, count }) => (
            <li key={status} className={styles.row}>
              <StatusChip tone={statusTone(status)}>{label}</StatusChip>
              <span className={styles.track} aria-hidden>
                <span className={styles.share} style={{ width: `${total > 0 ? (100 * count) / total : 0}%` }} />
              </span>
              <span className={styles.count}>{formatNumber(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
