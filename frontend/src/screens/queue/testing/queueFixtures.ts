import type { Task, TaskPosting } from '@flyerdeck/contracts/types';
import * as shared from '../../../../test/builders.ts';

/** The shared task as the tests of this screen want it: with a picture, and three pages to go. */
export const buildTask = (fields: Partial<Task> = {}): Task =>
  shared.buildTask({
    assistant_name: 'Evening promo',
    file_id: shared.uuid(50),
    page_counts: { posted: 0, pending: 3, failed: 0, total: 3 },
    ...fields,
  });

export const buildPosting = (fields: Partial<TaskPosting> = {}): TaskPosting => ({
  id: shared.uuid(60),
  guid: shared.uuid(1),
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
  updated_at: '2026-03-01T12:00:00.000Z',
  ...fields,
});
