import { type AdminStats, ASSISTANT_STATUSES, POSTING_STATUSES, TASK_STATUSES } from '@flyerdeck/contracts';
import { deriveAssistantStatus } from '../assistants/assistantStatus.ts';
import type { AssistantFactsRow, StatusCountRow, TotalsRow, WorkRow } from './stats.query.ts';

/** Every status is named, so that a dashboard keeps its lines while things move from one to the next. */
function byStatus(statuses: readonly string[], rows: readonly StatusCountRow[]): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(statuses.map((status) => [status, 0]));
  for (const { status, count } of rows) counts[status] = (counts[status] ?? 0) + count;
  return counts;
}

export const statusOfFacts = (row: AssistantFactsRow) =>
  deriveAssistantStatus({
    deleted: row.deleted,
    queued: row.queued,
    paused: row.paused,
    counts: row,
    isNext: row.is_next,
    switchOn: row.switch_on,
  });

interface StatsRows extends WorkRow {
  readonly totals: TotalsRow;
}

export const presentStats = ({ totals, tasks, assistants, postings }: StatsRows): AdminStats => ({
  users_count: totals.users,
  active_users_count: totals.active_users,
  pages_count: totals.pages,
  tasks_count: byStatus(TASK_STATUSES, tasks),
  assistants_count: byStatus(
    ASSISTANT_STATUSES,
    assistants.map((row) => ({ status: statusOfFacts(row), count: row.count })),
  ),
  page_postings_count: byStatus(POSTING_STATUSES, postings),
  new_users_last_week: totals.new_users,
});
