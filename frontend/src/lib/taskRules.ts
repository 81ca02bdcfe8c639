import type { Task, TaskPosting } from '@flyerdeck/contracts/types';

const FAILED_STATUSES: readonly string[] = ['failed', 'partially_completed'];

/** Retry is offered on these (spec section 4, 'Retry and archive'). */
export const canRetry = (task: Task): boolean => FAILED_STATUSES.includes(task.status) && task.page_counts.failed > 0;

/** The postings of these are loaded without being asked for. */
export const showsFailures = (task: Task): boolean =>
  FAILED_STATUSES.includes(task.status) || task.page_counts.failed > 0;

/** Some of its pages are still to go: a row that stays in view says what they wait for. */
export const mayWait = (task: Task): boolean => task.page_counts.pending > 0;

export const failedPostings = (postings: readonly TaskPosting[]): TaskPosting[] =>
  postings.filter(({ status }) => status === 'failed');
