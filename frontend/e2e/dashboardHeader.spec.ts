import type { Page } from '@playwright/test';
import { buildBalance } from '../test/builders.ts';
import { hueOf } from './hueOf.ts';
import { ADMIN_TELEGRAM_ID, expect, test } from './product.ts';
import { Person } from './spec/Person.ts';

const NOT_SHOWN = { x: -1, y: 0, width: 0, height: 0 };

const answerBalance = (page: Page, creditsOf: () => number) =>
  page.route('**/api/credits/balance', (route) =>
    route.fulfill({ json: buildBalance({ credits_balance: creditsOf() }) }),
  );

test("an admin's header fits into 320 and 390 px, with a mouse and with touch", async ({ browser, product }) => {
  const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
  for (const isTouch of [false, true]) {
    const context = await admin.openBrowser(browser, { isMobile: isTouch, hasTouch: isTouch });
    const page = await context.newPage();
    // The lowest level has the longest label.
    await answerBalance(page, () => 12);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      await expect(page.getByRole('button', { name: '12 credits Low Balance' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Admin panel' })).toBeVisible();

      const parts = await page.locator('header').locator('h1, button, a').all();
      const boxes = (await Promise.all(parts.map((part) => part.boundingBox()))).map((box) => box ?? NOT_SHOWN);
      for (const [at, { x, y, width: wide, height }] of boxes.entries()) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + wide).toBeLessThanOrEqual(width);
        const next = boxes[at + 1];
        // Elements in one row do not overlap.
        if (next && next.y < y + height) expect(next.x).toBeGreaterThanOrEqual(x + wide);
      }
    }
    await context.close();
  }
});

test('the credit chip and the balance card are green from 100 credits on, orange from 50 on, and red below [9-12, 9-13, 9-14]', async ({
  page,
}) => {
  let credits = 0;
  await answerBalance(page, () => credits);
  for (const [balance, label, hue] of [
    [100, 'Excellent', 'green'],
    [50, 'Good', 'orange'],
    [49, 'Low Balance', 'red'],
  ] as const) {
    credits = balance;
    await page.goto('/?view=credits');
    const chip = page.getByRole('button', { name: `${balance} credits ${label}`, exact: true });
    const card = page.getByRole('region', { name: 'Credit balance' });
    await expect(chip).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const shown of [chip, card.getByText(label, { exact: true })]) {
        await expect.poll(() => hueOf(shown), { message: `${balance} in the ${colorScheme}` }).toBe(hue);
      }
    }
  }
});
