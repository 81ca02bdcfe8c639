import type { Task, TaskPosting } from '@flyerdeck/contracts';
import { waitReason } from '../queue/waitReason.ts';
import { deriveTaskStatus } from './taskStatus.ts';
import type { TaskPostingRow } from './tasks.query.ts';

export type TaskRow = {
  id: string;
  assistant_id: string;
  assistant_name: string;
  description: string;
  file_id: string | null;
  sequence_order: number;
  archived_at: Date | null;
  pending_count: number;
  posting_count: number;
  posted_count: number;
  completed_count: number;
  failed_count: number;
  created_at: Date;
  updated_at: Date;
  target_pages: string[];
  target_tags: string[];
  is_next: boolean;
  switch_on: boolean;
  errors: { message: string; page_name: string }[];
};

export function presentTask(row: TaskRow): Task {
  const counts = {
    pending: row.pending_count,
    posting: row.posting_count,
    posted: row.posted_count,
    completed: row.completed_count,
    failed: row.failed_count,
  };
  const posted = counts.posted + counts.completed;
  const pending = counts.pending + counts.posting;
  return {
    _id: row.id,
    assistant_id: row.assistant_id,
    assistant_name: row.assistant_name,
    description: row.description,
    status: deriveTaskStatus({
      archived: row.archived_at !== null,
      counts,
      isNext: row.is_next,
      switchOn: row.switch_on,
    }),
    file_id: row.file_id,
    sequence_order: row.sequence_order,
    page_counts: { posted, pending, failed: counts.failed, total: posted + pending + counts.failed },
    target_pages: row.target_pages,
    target_tags: row.target_tags,
    errors: row.errors,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function presentTaskPosting(row: TaskPostingRow): TaskPosting {
  return {
    id: row.id,
    guid: row.page_guid,
    name: row.page_name,
    status: row.status,
    errorMessage: row.error_message,
    error_code: row.error_code,
    wait_reason:
      row.status === 'pending'
        ? waitReason({
            ownerActive: row.owner_active,
            switchOn: row.switch_on,
            pauseReason: row.pause_reason,
            pageActive: row.page_active,
            pageBusy: row.page_busy,
          })
        : null,
    is_duplicate: row.is_duplicate,
    delay_hours: row.delay_hours,
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
    retry_count: row.retry_count,
    picture_file_id: row.picture_file_id,
    picture_error: row.screenshot_error,
    updated_at: row.updated_at.toISOString(),
  };
}
