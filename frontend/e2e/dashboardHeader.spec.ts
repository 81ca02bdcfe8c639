import { buildBalance } from '../test/builders.ts';
import { ADMIN_TELEGRAM_ID, expect, test } from './product.ts';
import { Person } from './spec/Person.ts';

const NOT_SHOWN = { x: -1, y: 0, width: 0, height: 0 };

test("an admin's header fits into 320 and 390 px, with a mouse and with touch", async ({ browser, product }) => {
  const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
  for (const isTouch of [false, true]) {
    const context = await admin.openBrowser(browser, { isMobile: isTouch, hasTouch: isTouch });
    const page = await context.newPage();
    // The lowest level has the longest label.
    await page.route('**/api/credits/balance', (route) =>
      route.fulfill({ json: buildBalance({ credits_balance: 12 }) }),
    );
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
