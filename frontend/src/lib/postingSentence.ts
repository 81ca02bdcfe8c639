import { WAIT_REASON_SENTENCES } from '@flyerdeck/contracts/statuses';
import type { TaskPosting } from '@flyerdeck/contracts/types';
import { formatDateTime } from './formatDate.ts';

/** The state of a posting as a sentence, for example why it failed or what it waits for. */
export function postingSentence({ status, errorMessage, wait_reason, wait_until }: TaskPosting): string {
  switch (status) {
    case 'failed':
      return errorMessage || 'No error message provided.';
    case 'pending':
      if (wait_until) return `The page's posting limits allow its next post on ${formatDateTime(wait_until)}.`;
      return wait_reason ? WAIT_REASON_SENTENCES[wait_reason] : 'Next in line.';
    case 'posting':
      return 'Being posted now.';
    case 'posted':
      return 'Posted, its picture is being made.';
    case 'completed':
      return 'Posted.';
  }
}
