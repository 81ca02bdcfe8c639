import type { Task, TaskDetail, TaskPosting } from '@flyerdeck/contracts/types';

/** Believable records for the tests of this screen. */
export function buildTask(fields: Partial<Task> = {}): Task {
  return {
    _id: '6f1c6f0e-0000-4000-8000-000000000001',
    assistant_id: '6f1c6f0e-0000-4000-8000-0000000000aa',
    assistant_name: 'Evening promo',
    description: 'New set tonight',
    status: 'in_queue',
    file_id: '6f1c6f0e-0000-4000-8000-0000000000f1',
    sequence_order: 0,
    page_counts: { posted: 0, pending: 3, failed: 0, total: 3 },
    target_pages: [],
    target_tags: ['vip'],
    errors: [],
    createdAt: '2026-01-05T10:00:00.000Z',
    updatedAt: '2026-01-05T10:00:00.000Z',
    ...fields,
  };
}

export function buildPosting(fields: Partial<TaskPosting> = {}): TaskPosting {
  return {
    id: '6f1c6f0e-0000-4000-8000-0000000000b1',
    guid: '6f1c6f0e-0000-4000-8000-0000000000c1',
    name: 'Luna',
    status: 'failed',
    errorMessage: 'Composer did not open.',
    error_code: null,
    wait_reason: null,
    is_duplicate: false,
    delay_hours: 0,
    scheduled_for: null,
    retry_count: 0,
    picture_file_id: null,
    picture_error: null,
    updated_at: '2026-01-05T10:00:00.000Z',
    ...fields,
  };
}

export const buildTaskDetail = (task: Task, page_postings: TaskPosting[]): TaskDetail => ({ ...task, page_postings });
