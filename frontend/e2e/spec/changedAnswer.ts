import type { Page } from '@playwright/test';

/** Changes an answer of the product, to show states that depend on time or faults. */
export const changeAnswer = <T>(page: Page, address: string | RegExp, change: (answer: T) => unknown) =>
  page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    // Retried, because an idle connection may have been closed at this moment.
    const response = await route.fetch({ maxRetries: 2 });
    // Without the original headers, because the length has changed.
    await route.fulfill({ json: change((await response.json()) as T) });
  });

interface Refusal {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The server's error message. Without it the screen shows its own. */
  readonly sentence?: string;
}

/** Answers a call with an error. */
export const refuse = (page: Page, address: string | RegExp, { method = 'GET', sentence }: Refusal = {}) =>
  page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: sentence ? { error: sentence, code: 'internal' } : {} })
      : route.fallback(),
  );
