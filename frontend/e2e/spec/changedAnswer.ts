import type { Page } from '@playwright/test';

/** Lets the product answer and changes the answer on its way: states that only time or a fault would bring. */
export const changeAnswer = <T>(page: Page, address: string | RegExp, change: (answer: T) => unknown) =>
  page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    // Its connection may have been closed as idle at that very moment: then once more.
    const response = await route.fetch({ maxRetries: 2 });
    // Without the answer's own headers: their length is no longer true.
    await route.fulfill({ json: change((await response.json()) as T) });
  });

interface Refusal {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The server's sentence; without one the screen falls back to its own. */
  readonly sentence?: string;
}

/** Refuses a call in the product's place. */
export const refuse = (page: Page, address: string | RegExp, { method = 'GET', sentence }: Refusal = {}) =>
  page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: sentence ? { error: sentence, code: 'internal' } : {} })
      : route.fallback(),
  );

/** Leaves a call without any answer, as a broken line does. */
export const breakLine = (page: Page, address: string | RegExp) => page.route(address, (route) => route.abort());
