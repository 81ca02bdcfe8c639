export const INVALID_AUTH_DATA = 'Invalid authentication data';
export const AUTH_FAILED = 'Authentication failed';

/** Other texts are ignored: anyone can make a link with a query, and its text would look like a message of the product. */
export function authErrorOf({ state, search }: { state: unknown; search: string }): string | null {
  const fromState = typeof state === 'object' && state !== null && 'error' in state ? state.error : null;
  const error = fromState ?? new URLSearchParams(search).get('error');
  return [INVALID_AUTH_DATA, AUTH_FAILED].find((known) => known === error) ?? null;
}
