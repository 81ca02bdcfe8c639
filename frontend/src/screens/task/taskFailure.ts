import { errorCode, errorSentence } from '../../data/apiError.ts';

/** An address that names no task is as good as one that names a task there is not. */
const MISSING: readonly (string | undefined)[] = ['task.not_found', 'invalid_request'];

export const taskFailure = (error: unknown) => ({
  isMissing: MISSING.includes(errorCode(error)),
  message: `Error loading details: ${errorSentence(error, 'Failed to fetch details.')}`,
});
