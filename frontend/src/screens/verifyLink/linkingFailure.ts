import { errorSentence, publicErrorMessage } from '../../data/apiError.ts';

/** The answer's own error field, else the bare status, else that nothing came at all (spec section 8). */
export function linkingFailure(data: object | undefined, error: unknown): string | null {
  if (error) {
    const gotAnswer = typeof error === 'object' && 'status' in error && error.status !== 0;
    return gotAnswer ? publicErrorMessage(error) : 'Failed to fetch linking data';
  }
  // Linking data may carry an error field although the call went well (spec section 3).
  return errorSentence(data, '') || null;
}
