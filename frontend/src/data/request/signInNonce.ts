import { storageOrMemory } from '../../lib/browser.ts';

// Not in storage.ts, which the first load of the dashboard needs.

const tabStore = storageOrMemory(() => sessionStorage);
const SIGN_IN_NONCE_KEY = 'sign_in_nonce';
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

export const isSignInNonce = (nonce: string | null): boolean =>
  nonce !== null && nonce !== '' && nonce === tabStore().getItem(SIGN_IN_NONCE_KEY);

export function removeSignInNonce(): void {
  tabStore().removeItem(SIGN_IN_NONCE_KEY);
}
