import type { Locator, Page } from '@playwright/test';
import { buildBalance } from '../test/builders.ts';
import { ADMIN_TELEGRAM_ID, expect, test } from './product.ts';
import { Person } from './spec/Person.ts';

const NOT_SHOWN = { x: -1, y: 0, width: 0, height: 0 };

const answerBalance = (page: Page, creditsOf: () => number) =>
  page.route('**/api/credits/balance', (route) =>
    route.fulfill({ json: buildBalance({ credits_balance: creditsOf() }) }),
  );

test("an admin's header fits into 320 and 390 px, with a mouse and with fingers", async ({ browser, product }) => {
  const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
  for (const isTouch of [false, true]) {
    const context = await admin.openBrowser(browser, { isMobile: isTouch, hasTouch: isTouch });
    const page = await context.newPage();
    // Its label is the longest.
    await answerBalance(page, () => 12);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      await expect(page.getByRole('button', { name: /credits, Low Balance/ })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Admin panel' })).toBeVisible();

      const parts = await page.locator('header').locator('h1, button, a').all();
      const boxes = (await Promise.all(parts.map((part) => part.boundingBox()))).map((box) => box ?? NOT_SHOWN);
      for (const [at, { x, y, width: wide, height }] of boxes.entries()) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + wide).toBeLessThanOrEqual(width);
        const next = boxes[at + 1];
        // In one line nothing lies over what follows.
        if (next && next.y < y + height) expect(next.x).toBeGreaterThanOrEqual(x + wide);
      }
    }
    await context.close();
  }
});

/** Of the element's text, in degrees of the colour circle: 0 is red, 120 green. */
async function hueOf(element: Locator): Promise<number> {
  const color = await element.evaluate((node) => getComputedStyle(node).color);
  const [red = 0, green = 0, blue = 0] = [...color.matchAll(/[\d.]+/g)].map(Number);
  return ((Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI + 360) % 360;
}

test('the credit chip is green from 100 credits on, orange from 50 on, and red below', async ({ page }) => {
  let credits = 0;
  await answerBalance(page, () => credits);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [balance, name, from, to] of [
    [100, '100 credits, Excellent', 100, 170],
    [99, '99 credits, Good', 20, 45],
    [50, '50 credits, Good', 20, 45],
    [49, '49 credits, Low Balance', 345, 375],
  ] as const) {
    credits = balance;
    await page.goto('/');
    const chip = page.getByRole('button', { name, exact: true });
    await expect(chip).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const hue = async () => ((await hueOf(chip)) + 360 - from) % 360;
      await expect.poll(hue, { message: `${name} in the ${colorScheme}` }).toBeLessThanOrEqual(to - from);
    }
  }
});
