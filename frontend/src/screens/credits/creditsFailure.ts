import { errorSentence, isSignedOutError } from '../../data/apiError.ts';

/** One sentence for whatever part of the credits could not be loaded; none where the person is merely signed out. */
export function creditsFailure(errors: readonly unknown[]): string | null {
  const error = errors.find((one) => one && !isSignedOutError(one));
  return error ? `Error loading credit data: ${errorSentence(error, messageOf(error))}` : null;
}

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : 'Unknown error';
