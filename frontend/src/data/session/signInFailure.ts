import { errorCode, errorSentence } from '../apiError.ts';
import type { SignInFailure } from '../request/sessionActions.ts';

const RETRY_STATUSES = [0, 429];

export function signInFailureOf(error: unknown): SignInFailure {
  if (errorCode(error) === 'auth.proof_stale') return { kind: 'stale' };
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (typeof status === 'number' && (status >= 500 || RETRY_STATUSES.includes(status))) return { kind: 'unreachable' };
  return { kind: 'refused', sentence: errorSentence(error, 'Authentication failed') };
}
