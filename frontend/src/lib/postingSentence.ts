import type { TaskPosting } from '@flyerdeck/contracts/types';
import { waitSentence } from './waitSentence.ts';

/** The state of a posting as a sentence, for example why it failed or what it waits for. */
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
