import { errorSentence } from '../../data/apiError.ts';

const wasAnswered = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status > 0;

/** An answer without a sentence and no answer at all have a fallback each (spec section 8, 'Pages and queue'). */
export const clearFailureMessage = (error: unknown): string =>
  `Error: ${errorSentence(error, wasAnswered(error) ? 'Failed to clear finalized tasks.' : 'Failed to clear tasks.')}`;

export const switchFailureMessage = (error: unknown, fallback: string): string =>
  `Error: ${errorSentence(error, fallback)}`;
