import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { counted } from '../../../lib/counted.ts';
import { formatSeconds } from '../../../lib/formatDuration.ts';
import styles from './PostingDetail.module.css';

/** Time per status, with how often the posting was there. */
export function StatusTimes({ durations }: { readonly durations: DetailedPosting['status_durations'] }) {
  const times = Object.entries(durations);
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>Time per Status</h3>
      {times.length === 0 && <p className={styles.none}>N/A</p>}
      <dl className={styles.times}>
        {times.map(([status, { total_ms, visits }]) => (
          <div key={status} className={styles.time}>
            <dt>{statusLabel(TASK_STATUS_LABELS, status)}</dt>
            <dd>
              {formatSeconds(total_ms)} <span className={styles.visits}>{counted(visits, 'visit')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
