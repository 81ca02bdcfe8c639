import { formatSeconds } from '../../../lib/formatDuration.ts';
import styles from './DurationCell.module.css';

interface DurationCellProps {
  /** Undefined where the posting never was in this state. */
  readonly ms: number | undefined;
  readonly visits?: number | undefined;
  readonly longAboveMs: number;
  readonly tone?: 'warning' | 'danger';
}

/** Seconds of a posting in one state: marked where that is long, with the visits where there was more than one. */
export function DurationCell({ ms, visits = 1, longAboveMs, tone = 'warning' }: DurationCellProps) {
  if (ms === undefined) return <span className={styles.missing}>N/A</span>;
  const isLong = ms > longAboveMs;
  return (
    <span className={styles.duration} {...(isLong && { 'data-tone': tone, title: 'Longer than usual' })}>
      {formatSeconds(ms)}
      {visits > 1 && (
        <span className={styles.visits} title={`${visits} visits`}>
          ×{visits}
        </span>
      )}
    </span>
  );
}
