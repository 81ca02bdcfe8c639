import { errorCode, errorSentence } from '../apiError.ts';

/** The reason why a sign-in failed. The kinds differ in what the user can do. */
export type SignInFailure =
  /** Telegram's proof is more than an hour old. */
  | { readonly kind: 'stale' }
  /** Telegram named no user. */
  | { readonly kind: 'nobody' }
  /** No response, or one after which a retry may succeed. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly sentence: string };

const RETRY_STATUSES = [0, 429];

export function signInFailureOf(error: unknown): SignInFailure {
  if (errorCode(error) === 'auth.proof_stale') return { kind: 'stale' };
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (typeof status === 'number' && (status >= 500 || RETRY_STATUSES.includes(status))) return { kind: 'unreachable' };
  return { kind: 'refused', sentence: errorSentence(error, 'Authentication failed') };
}
