import ArrowRightOutlined from '@ant-design/icons/ArrowRightOutlined';
import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { formatSeconds } from '../../../lib/formatDuration.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { statusTone } from '../../../ui/statusTone.ts';
import styles from './PostingDetail.module.css';

type Transition = DetailedPosting['performance_metrics']['status_transitions'][number];

const Chip = ({ status }: { readonly status: string }) => (
  <StatusChip tone={statusTone(status)}>{statusLabel(TASK_STATUS_LABELS, status)}</StatusChip>
);

/** Every step of a posting in order: from, to, and how long it was in the first. */
export function TransitionsTimeline({ transitions }: { readonly transitions: readonly Transition[] }) {
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>Transitions</h3>
      {transitions.length === 0 && <p className={styles.none}>N/A</p>}
      <ol className={styles.timeline} aria-label="Transitions">
        {[...transitions.entries()].map(([place, { from_status, to_status, duration_ms }]) => (
          <li key={place} className={styles.step}>
            <Chip status={from_status} />
            <ArrowRightOutlined aria-label="to" className={styles.to} />
            <Chip status={to_status} />
            <span className={styles.after}>{formatSeconds(duration_ms)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
