/** What a login that did not work says on /auth (spec section 8). */
export const INVALID_AUTH_DATA = 'Invalid authentication data';
export const AUTH_FAILED = 'Authentication failed';

const AUTH_ERRORS: readonly unknown[] = [INVALID_AUTH_DATA, AUTH_FAILED];

interface AuthErrorCarrier {
  state: unknown;
  search: string;
}

/**
 * The error that a navigation to /auth brought along, in its state or as `?error=`. Only the two known sentences pass:
 * anybody can write a link with a query, and it must not put words into the product's mouth.
 */
export function authErrorOf({ state, search }: AuthErrorCarrier): string | null {
  const fromState = typeof state === 'object' && state !== null && 'error' in state ? state.error : null;
  const error = fromState ?? new URLSearchParams(search).get('error');
  return typeof error === 'string' && AUTH_ERRORS.includes(error) ? error : null;
}
