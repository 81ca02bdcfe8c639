import type { Task, TaskPosting } from '@flyerdeck/contracts/types';

const FAILED_STATUSES: readonly string[] = ['failed', 'partially_completed'];

/** Whether Retry is offered (spec section 4, 'Retry and archive'). */
export const canRetry = (task: Task): boolean => FAILED_STATUSES.includes(task.status) && task.page_counts.failed > 0;

/** Whether the task's postings are loaded and shown without a click. */
export const showsFailures = (task: Task): boolean =>
  FAILED_STATUSES.includes(task.status) || task.page_counts.failed > 0;

/** Whether some of the task's postings are pending. A row that stays in view shows what they wait for. */
export const mayWait = (task: Task): boolean => task.page_counts.pending > 0;

export const failedPostings = (postings: readonly TaskPosting[]): TaskPosting[] =>
  postings.filter(({ status }) => status === 'failed');
