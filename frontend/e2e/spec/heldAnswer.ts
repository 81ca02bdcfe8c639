import type { Page } from '@playwright/test';

/** Keeps the requests of an address waiting for the server's own answer until it is let go. */
export async function holdAnswers(page: Page, address: string): Promise<{ letGo(): void }> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    // The tab may be gone by then.
    await route.continue().catch(() => {});
  });
  return { letGo };
}
