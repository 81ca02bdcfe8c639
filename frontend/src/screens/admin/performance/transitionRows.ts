import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { PerformanceAnalytics } from '@flyerdeck/contracts/types';

export interface TransitionRow {
  /** As on the wire: 'pending -> posting'. */
  readonly key: string;
  /** 'Pending → Posting' */
  readonly name: string;
  readonly count: number;
  readonly avg_ms: number;
  readonly min_ms: number;
  readonly max_ms: number;
}

const nameOf = (key: string): string =>
  key
    .split(' -> ')
    .map((status) => statusLabel(TASK_STATUS_LABELS, status))
    .join(' → ');

/** The map of transitions as rows, in the server's order: the most frequent first. */
export const transitionRows = ({ status_transitions }: PerformanceAnalytics): readonly TransitionRow[] =>
  Object.entries(status_transitions).map(([key, times]) => ({ key, name: nameOf(key), ...times }));
