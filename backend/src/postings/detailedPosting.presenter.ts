import type { DetailedPosting } from '@flyerdeck/contracts';
import type { DetailedPostingRow, TransitionRow } from './detailedPostings.query.ts';

const TIMED_STATUSES = ['pending', 'posting', 'posted', 'failed'] as const;

/** Only statuses it has been in: where a posting never was, it did not spend 0 ms. */
const statusDurations = (row: DetailedPostingRow) =>
  Object.fromEntries(
    TIMED_STATUSES.filter((status) => row[`${status}_visits`] > 0).map((status) => {
      const total_ms = Math.round(row[`${status}_ms`]);
      const visits = row[`${status}_visits`];
      return [status, { total_ms, visits, avg_ms: Math.round(total_ms / visits) }];
    }),
  );

/** The status that took longest on the way. How long a failure has been lying about since is no part of the way. */
function bottleneck(row: DetailedPostingRow): string | null {
  const parts = {
    pending: row.pending_ms,
    posting: row.posting_ms,
    posted: row.posted_ms,
    failed: row.failed_before_ms,
  };
  const [longest] = Object.entries(parts).sort(([, a], [, b]) => b - a);
  return longest && longest[1] > 0 ? longest[0] : null;
}

export function presentDetailedPosting(
  row: DetailedPostingRow,
  transitions: readonly TransitionRow[],
): DetailedPosting {
  const durations = statusDurations(row);
  const totalMs = Math.round(row.total_ms);
  const hasEnded = row.status === 'completed' || row.status === 'failed';
  return {
    id: row.id,
    userId: row.telegram_id,
    guid: row.page_guid,
    file_id: row.file_id,
    status: row.status,
    description: row.description,
    task_description: row.description,
    assistant_name: row.assistant_name,
    page_name: row.page_name,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    delay_hours: row.delay_hours,
    retry_count: row.retry_count,
    errorMessage: row.error_message,
    status_durations: durations,
    total_duration: totalMs,
    performance_summary: {
      bottleneck_status: bottleneck(row),
      first_pending_at: row.created_at.toISOString(),
      final_completion_at: hasEnded ? row.status_since.toISOString() : null,
    },
    performance_metrics: {
      status_transitions: transitions.map(({ from_status, to_status, duration_ms }) => ({
        from_status,
        to_status,
        duration_ms,
      })),
      status_durations: durations,
      total_posting_duration_ms: totalMs,
    },
  };
}
