import type { Page } from '@playwright/test';

/** What the browser keeps of the sign-in (spec section 3, Session credentials). */
export const storedCredentials = (page: Page) =>
  page.evaluate(() => ({
    session_token: localStorage.getItem('session_token'),
    telegram_id: localStorage.getItem('telegram_id'),
  }));

export const NO_CREDENTIALS = { session_token: null, telegram_id: null };
