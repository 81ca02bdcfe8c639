import type { Locator, Page } from '@playwright/test';
import { expect } from '../product.ts';

const STEP_MS = 10;

/**
 * The page's time from now on passes only by `pass`: a timing is then seen to the step of 10 ms, however busy the
 * machine. Needs `page.clock.install()` before the first navigation, in a browser of its own, and animations at rest.
 */
export async function stopClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  return {
    pass: (ms: number) => page.clock.runFor(ms),
    /** Lets as little time pass as it takes for something to appear; what waits for an answer waits in real time. */
    async passUntilSeen(what: Locator) {
      await expect(async () => {
        await page.clock.runFor(STEP_MS);
        await expect(what).toBeVisible({ timeout: 100 });
      }).toPass({ timeout: 10_000 });
    },
  };
}
