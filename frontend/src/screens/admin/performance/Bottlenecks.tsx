import { BOTTLENECKS_SHOWN } from '@flyerdeck/contracts/limits';
import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { PerformanceAnalytics } from '@flyerdeck/contracts/types';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { statusTone } from '../../../ui/statusTone.ts';
import styles from './Bottlenecks.module.css';

/** Which states held postings up longest, the worst first. */
export function Bottlenecks({ bottlenecks }: Pick<PerformanceAnalytics, 'bottlenecks'>) {
  const worst = Object.entries(bottlenecks)
    .sort(([, a], [, b]) => b - a)
    .slice(0, BOTTLENECKS_SHOWN);
  return (
    <ul className={styles.list} aria-label="Performance Bottlenecks">
      {worst.map(([status, count]) => (
        <li key={status} className={styles.item}>
          <StatusChip tone={statusTone(status)}>{statusLabel(TASK_STATUS_LABELS, status)}</StatusChip>
          <span>
            <b>{formatNumber(count)}</b> affected postings
          </span>
        </li>
      ))}
    </ul>
  );
}
