import { type AdminStats, ASSISTANT_STATUSES, POSTING_STATUSES, TASK_STATUSES } from '@flyerdeck/contracts';
import type { StatusCountRow, TotalsRow, WorkRow } from './stats.query.ts';

/** Every status is named, so that a dashboard keeps its lines while things move from one to the next. */
function byStatus(statuses: readonly string[], rows: readonly StatusCountRow[]): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(statuses.map((status) => [status, 0]));
  for (const { status, count } of rows) counts[status] = (counts[status] ?? 0) + count;
  return counts;
}

interface StatsRows extends WorkRow {
  readonly totals: TotalsRow;
}

export const presentStats = ({ totals, tasks, assistants, postings }: StatsRows): AdminStats => ({
  users_count: totals.users,
  active_users_count: totals.active_users,
  pages_count: totals.pages,
  tasks_count: byStatus(TASK_STATUSES, tasks),
  assistants_count: byStatus(ASSISTANT_STATUSES, assistants),
  page_postings_count: byStatus(POSTING_STATUSES, postings),
  new_users_last_week: totals.new_users,
});
