import type { Page } from '@playwright/test';
import { hold } from '../creatorSite/loopbackServer.ts';

/** Holds the requests to an address until `release` is called. */
export async function holdAnswers(page: Page, address: string): Promise<{ release(): void }> {
  const { wait, release } = hold();
  await page.route(address, async (route) => {
    await wait();
    // The tab may be closed.
    await route.continue().catch(() => {});
  });
  return { release };
}
