import type { Page } from '@playwright/test';

const NONCE = '0123456789abcdef0123456789abcdef';

/** The login callback's address as Telegram's button in this very tab leads to it. */
export async function ownCallback(page: Page, query: string): Promise<string> {
  await page.addInitScript((nonce) => sessionStorage.setItem('sign_in_nonce', nonce), NONCE);
  return `/auth/callback?${query}&state=${NONCE}`;
}
