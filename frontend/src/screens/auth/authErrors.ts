/** What a login that did not work says on /auth (spec section 8). */
export const INVALID_AUTH_DATA = 'Invalid authentication data';
export const AUTH_FAILED = 'Authentication failed';

/**
 * The error that a navigation to /auth brought along, in its state or as `?error=`. Only the two known sentences pass:
 * anybody can write a link with a query, and its words would read as the product's.
 */
export function authErrorOf({ state, search }: { state: unknown; search: string }): string | null {
  const fromState = typeof state === 'object' && state !== null && 'error' in state ? state.error : null;
  const error = fromState ?? new URLSearchParams(search).get('error');
  return [INVALID_AUTH_DATA, AUTH_FAILED].find((known) => known === error) ?? null;
}
