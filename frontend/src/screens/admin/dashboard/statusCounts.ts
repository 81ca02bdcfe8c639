import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';

export type CountsByStatus = Readonly<Record<string, number>>;

export const sumOf = (counts: CountsByStatus): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

export interface StatusCount {
  readonly status: string;
  readonly label: string;
  readonly count: number;
}

/** In the given order of statuses; one that is not among them comes last, under its own word. */
export function statusCounts(counts: CountsByStatus, order: readonly string[]): StatusCount[] {
  const placeOf = (status: string) => (order.includes(status) ? order.indexOf(status) : order.length);
  return Object.entries(counts)
    .map(([status, count]) => ({ status, count, label: statusLabel(TASK_STATUS_LABELS, status) }))
    .sort((a, b) => placeOf(a.status) - placeOf(b.status));
}
