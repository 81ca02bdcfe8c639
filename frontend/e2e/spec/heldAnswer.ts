import type { Page } from '@playwright/test';

/** Holds the requests to an address until `release` is called. */
export async function holdAnswers(page: Page, address: string): Promise<{ release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    // The tab may be closed.
    await route.continue().catch(() => {});
  });
  return { release };
}
