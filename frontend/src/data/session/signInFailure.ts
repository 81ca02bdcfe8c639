import { errorCode, errorSentence } from '../apiError.ts';

/** Why a sign-in did not work, as far as a person can do something about it. */
export type SignInFailure =
  /** Telegram's word for the person is over an hour old. */
  | { readonly kind: 'stale' }
  /** Telegram named no user. */
  | { readonly kind: 'nobody' }
  /** No answer, or one that says to come back later: worth another try. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly sentence: string };

const LATER_STATUSES = [0, 429];

export function signInFailureOf(error: unknown): SignInFailure {
  if (errorCode(error) === 'auth.proof_stale') return { kind: 'stale' };
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (typeof status === 'number' && (status >= 500 || LATER_STATUSES.includes(status))) return { kind: 'unreachable' };
  return { kind: 'refused', sentence: errorSentence(error, 'Authentication failed') };
}
