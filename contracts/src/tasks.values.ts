export const TASK_STATUS_LABELS = {
  waiting: 'Waiting',
  in_queue: 'In Queue',
  pending: 'Pending',
  posting: 'Posting',
  partially_posted: 'Partially Posted',
  partially_completed: 'Partially Completed',
  completed: 'Completed',
  failed: 'Failed',
  posted: 'Posted',
  archived: 'Archived',
} as const;
export type TaskStatus = keyof typeof TASK_STATUS_LABELS;
export const TASK_STATUSES = Object.keys(TASK_STATUS_LABELS) as TaskStatus[];

export const FINALIZED_TASK_STATUSES = ['completed', 'failed', 'partially_completed'] as const;
export const MAX_UPLOAD_FILES = 20;
export const FLYER_IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Uploaded and not deleted. Screenshots do not count. */
export const MAX_FLYER_BYTES_PER_USER = 2 * 1024 ** 3;
export const MAX_DESCRIPTION_LENGTH = 5_000;
export const TASK_TARGETS_SHOWN = 20;
export const TIMELINE_STEPS_SHOWN = 1_000;
export const TASK_ERRORS_MAX_HEIGHT_PX = 100;
