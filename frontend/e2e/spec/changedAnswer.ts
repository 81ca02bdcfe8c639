import type { Page } from '@playwright/test';

/** Changes an answer of the product, to show states that depend on time or faults. */
export const changeAnswer = <T>(page: Page, address: string | RegExp, change: (answer: T) => unknown) =>
  page.route(address, async (route) => {
    // Retried, because an idle connection may have been closed at this moment.
    const response = await route.fetch({ maxRetries: 2 });
    // Without the original headers, because the length has changed.
    await route.fulfill({ json: change((await response.json()) as T) });
  });
