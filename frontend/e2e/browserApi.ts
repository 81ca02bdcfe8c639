import type { Page } from '@playwright/test';

/** Calls the API with the session in this browser. */
export const browserApi = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (address) => {
    const response = await fetch(`/api${address}`, {
      headers: {
        'X-Session-Token': localStorage.getItem('session_token') ?? '',
        'X-Telegram-ID': localStorage.getItem('telegram_id') ?? '',
      },
    });
    return response.json();
  }, path) as Promise<T>;
