import { CREATOR_SITE_ORIGIN, type DetailedPosting } from '@flyerdeck/contracts';
import { type DetailedPostingRow, TIMED_STATUSES } from './detailedPostings.query.ts';

/** Without the current visit, so that the order does not depend on the time. */
const finishedVisits = (row: DetailedPostingRow, status: (typeof TIMED_STATUSES)[number]) =>
  row[`${status}_visits`] - (row.status === status ? 1 : 0);

/** For others a duration of 0 ms would be wrong. */
const statusDurations = (row: DetailedPostingRow) =>
  Object.fromEntries(
    TIMED_STATUSES.filter((status) => finishedVisits(row, status) > 0).map((status) => {
      const total_ms = row[`${status}_ms`];
      const visits = finishedVisits(row, status);
      return [status, { total_ms, visits, avg_ms: Math.round(total_ms / visits) }];
    }),
  );

/** The time since a final failure does not count. */
function bottleneck(row: DetailedPostingRow): string | null {
  const parts = TIMED_STATUSES.map((status) => [status, row[`${status}_ms`]] as const);
  const [longest] = parts.sort(([, a], [, b]) => b - a);
  return longest && longest[1] > 0 ? longest[0] : null;
}

export function presentDetailedPosting(row: DetailedPostingRow, siteOrigin: string | null): DetailedPosting {
  const durations = statusDurations(row);
  const hasEnded = row.status === 'completed' || row.status === 'failed';
  return {
    id: row.id,
    userId: row.telegram_id,
    guid: row.page_guid,
    file_id: row.file_id,
    status: row.status,
    status_since: row.status_since.toISOString(),
    description: row.description,
    task_description: row.description,
    task_id: row.task_id,
    assistant_id: row.assistant_id,
    assistant_name: row.assistant_name,
    page_name: row.page_name,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    delay_hours: row.delay_hours,
    retry_count: row.retry_count,
    errorMessage: row.error_message,
    is_unconfirmed: row.is_unconfirmed,
    post_url: postUrl(siteOrigin, row.live_path),
    gone_at: row.gone_at?.toISOString() ?? null,
    status_durations: durations,
    total_duration: row.total_ms,
    performance_summary: {
      bottleneck_status: bottleneck(row),
      first_pending_at: row.created_at.toISOString(),
      final_completion_at: hasEnded ? row.status_since.toISOString() : null,
    },
    performance_metrics: {
      status_transitions: row.transitions,
      status_durations: durations,
      total_posting_duration_ms: row.total_ms,
    },
  };
}

/** The path comes from a device; its contract allows no other host. */
export const postUrl = (siteOrigin: string | null, path: string | null): string | null =>
  path && `${siteOrigin ?? CREATOR_SITE_ORIGIN}${path}`;
