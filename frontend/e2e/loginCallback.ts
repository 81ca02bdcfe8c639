import type { Page } from '@playwright/test';

const NONCE = '0123456789abcdef0123456789abcdef';

/** The address of a login callback whose `state` belongs to this tab. */
export async function ownTabCallback(page: Page, query: string): Promise<string> {
  await page.addInitScript((nonce) => sessionStorage.setItem('sign_in_nonce', nonce), NONCE);
  return `/auth/callback?${query}&state=${NONCE}`;
}
