import type { Locator, Page } from '@playwright/test';
import { expect } from '../product.ts';

const STEP_MS = 10;

/**
 * Stops the page's clock; only `pass` advances it, in steps of 10 ms. Timings can then be checked on a busy machine.
 * Needs `page.clock.install()` before the first navigation, in a separate browser, and no animations.
 */
export async function stopClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  return {
    pass: (ms: number) => page.clock.runFor(ms),
    /** Advances the clock until an element appears. Waiting for answers takes real time. */
    async advanceUntilVisible(element: Locator) {
      await expect(async () => {
        await page.clock.runFor(STEP_MS);
        await expect(element).toBeVisible({ timeout: 100 });
      }).toPass({ timeout: 10_000 });
    },
  };
}
