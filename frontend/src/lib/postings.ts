import { UNCONFIRMED_CODE } from '@flyerdeck/contracts/postings.values';
import { WAIT_REASON_SENTENCES, type WaitReason } from '@flyerdeck/contracts/queue.values';
import type { Task, TaskPosting } from '@flyerdeck/contracts/types';
import { formatDateTime } from './formatDate.ts';

export function postingSentence({ status, errorMessage, wait_reason, wait_until }: TaskPosting): string {
  switch (status) {
    case 'failed':
      return errorMessage || 'No error message provided.';
    case 'pending':
      return wait_reason ? waitSentence(wait_reason, wait_until) : 'Next in the queue.';
    case 'posting':
      return 'Being posted now.';
    case 'posted':
      return 'Posted, its screenshot is being made.';
    case 'completed':
      return 'Posted.';
  }
}

export const waitSentence = (reason: WaitReason, until: string | null): string => {
  if (!until) return WAIT_REASON_SENTENCES[reason];
  const time = formatDateTime(until);
  if (reason === 'page_limit') return `The page's posting limits allow its next post on ${time}.`;
  if (reason === 'not_due') return `${WAIT_REASON_SENTENCES[reason]} The page posts next on ${time}.`;
  return `${WAIT_REASON_SENTENCES[reason]} It continues automatically on ${time}.`;
};

const FAILED_STATUSES: readonly string[] = ['failed', 'partially_completed'];

/** Whether Retry is offered (spec section 4, 'Retry and archive'). */
export const canRetry = (task: Task): boolean => FAILED_STATUSES.includes(task.status) && task.page_counts.failed > 0;

export const showsFailures = (task: Task): boolean =>
  FAILED_STATUSES.includes(task.status) || task.page_counts.failed > 0;

export const mayWait = (task: Task): boolean => task.page_counts.pending > 0;

/** Its post may be live. */
export const isInDoubt = ({ status, error_code }: Pick<TaskPosting, 'status' | 'error_code'>): boolean =>
  status === 'failed' && error_code === UNCONFIRMED_CODE;

export const failedPostings = (postings: readonly TaskPosting[]): TaskPosting[] =>
  postings.filter(({ status }) => status === 'failed');
