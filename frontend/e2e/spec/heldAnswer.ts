import type { Page } from '@playwright/test';

/** Holds the requests to an address until `letGo` is called. */
export async function holdAnswers(page: Page, address: string): Promise<{ letGo(): void }> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    // The tab may be closed.
    await route.continue().catch(() => {});
  });
  return { letGo };
}
