import type { Task, TaskPosting, TimelineStep } from '@flyerdeck/contracts';
import { postUrl } from '../postings/postUrl.ts';
import type { StepRow, TaskPostingRow, TaskRow } from './tasks.query.ts';

export function presentTask(row: TaskRow): Task {
  const { posted, pending, failed } = row;
  return {
    _id: row.id,
    assistant_id: row.assistant_id,
    assistant_name: row.assistant_name,
    description: row.description,
    status: row.status,
    file_id: row.file_id,
    sequence_order: row.sequence_order,
    page_counts: { posted, pending, failed, total: posted + pending + failed },
    ...(row.target_pages && { target_pages: row.target_pages }),
    ...(row.target_tags && { target_tags: row.target_tags }),
    errors: row.errors ?? [],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export const presentTaskPosting = (row: TaskPostingRow, siteOrigin: string | null): TaskPosting => ({
  id: row.id,
  guid: row.page_guid,
  name: row.page_name,
  status: row.status,
  errorMessage: row.error_message,
  error_code: row.error_code,
  wait_reason: row.wait_reason,
  wait_until: row.wait_until?.toISOString() ?? null,
  is_duplicate: row.is_duplicate,
  delay_hours: row.delay_hours,
  scheduled_for: row.scheduled_for?.toISOString() ?? null,
  retry_count: row.retry_count,
  picture_file_id: row.picture_file_id,
  picture_error: row.screenshot_error,
  post_url: postUrl(siteOrigin, row.live_path),
  gone_at: row.gone_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
});

/** The statuses of a posting, oldest first. */
export const presentTimeline = (row: TaskPostingRow, steps: readonly StepRow[]): TimelineStep[] => [
  { to_status: 'pending', duration_ms: null, at: row.created_at.toISOString() },
  ...steps.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
];
