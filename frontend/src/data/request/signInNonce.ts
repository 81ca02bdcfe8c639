import { storageOrMemory } from '../../lib/browser.ts';

// Not in storage.ts, which the first load of the dashboard needs.

const tabStore = storageOrMemory(() => sessionStorage);
const SIGN_IN_NONCE_KEY = 'sign_in_nonce';
const OIDC_STATE_KEY = 'oidc_state';
const KEYS = [SIGN_IN_NONCE_KEY, OIDC_STATE_KEY];
const NONCE_BYTES = 16;

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The nonce that this tab's sign-in button sends. The callback returns it if the sign-in started in this tab. */
export function signInNonce(): string {
  const stored = tabStore().getItem(SIGN_IN_NONCE_KEY);
  if (stored) return stored;
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  tabStore().setItem(SIGN_IN_NONCE_KEY, nonce);
  return nonce;
}

/** The state of a sign-in by OpenID Connect, which the server has made. It comes back in the same parameter. */
export const saveOidcState = (state: string): void => tabStore().setItem(OIDC_STATE_KEY, state);

export const isSignInNonce = (nonce: string | null): boolean =>
  nonce !== null && nonce !== '' && KEYS.some((key) => nonce === tabStore().getItem(key));

export function removeSignInNonce(): void {
  for (const key of KEYS) tabStore().removeItem(key);
}
