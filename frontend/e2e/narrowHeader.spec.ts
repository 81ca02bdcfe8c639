import { buildBalance } from '../test/builders.ts';
import { ADMIN_TELEGRAM_ID, expect, test } from './product.ts';
import { Person } from './spec/Person.ts';

/** The longest label that the chip shows. */
const LOW = buildBalance({ credits_balance: 12 });
const NOT_SHOWN = { x: -1, y: 0, width: 0, height: 0 };

for (const isTouch of [false, true]) {
  for (const width of [320, 390]) {
    test(`an admin's header fits into ${width} px, ${isTouch ? 'with buttons for fingers' : 'with a mouse'}`, async ({
      browser,
      product,
    }) => {
      const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
      const viewport = { width, height: 844 };
      const context = await admin.openBrowser(browser, { viewport, isMobile: isTouch, hasTouch: isTouch });
      const page = await context.newPage();
      await page.route('**/api/credits/balance', (route) => route.fulfill({ json: LOW }));
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
      await context.close();
    });
  }
}
