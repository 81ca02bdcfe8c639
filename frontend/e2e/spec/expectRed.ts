import type { Locator } from '@playwright/test';
import { expect } from '../product.ts';

/** Its text is rather red than anything else. */
export async function expectRed(locator: Locator): Promise<void> {
  const [red = 0, green = 0, blue = 0] = await locator.evaluate((element) =>
    [...getComputedStyle(element).color.matchAll(/\d+/g)].map(Number),
  );
  expect(red).toBeGreaterThan(Math.max(green, blue) + 50);
}
