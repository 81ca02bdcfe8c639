import type { CreditBalance } from '@flyerdeck/contracts';
import type { Locator } from '@playwright/test';
import { changeAnswer } from './changedAnswer.ts';
import { expect, specRows } from './specRow.ts';

/** The hue of an element's text in degrees: 0 is red, 120 green, 240 blue. */
async function hueOf(element: Locator): Promise<number> {
  const [red = 0, green = 0, blue = 0] = await element.evaluate((found) =>
    [...getComputedStyle(found).color.matchAll(/\d+/g)].map(Number),
  );
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

specRows('9 Business constants: credits', [
  {
    says: 'a new account has 150 credits; the balance is green from 100, orange from 50 and red below',
    see: async ({ page }) => {
      await page.goto('/?view=credits');
      const card = page.getByRole('region', { name: 'Credit balance' });
      await expect(card).toContainText('150 credits');
      const history = page.getByRole('region', { name: 'Transaction History' }).getByRole('listitem');
      await expect(history).toContainText(['Bonus Credits']);
      await expect(history).toContainText(['+150']);
      await expect(page.getByRole('listitem').filter({ hasText: 'Most Popular' })).toContainText('Basic');

      let credits = 0;
      await changeAnswer<CreditBalance>(page, '**/api/credits/balance', (balance) => ({
        ...balance,
        credits_balance: credits,
      }));
      for (const [amount, label, fromHue, toHue] of [
        [100, 'Excellent', 100, 160],
        [99, 'Good', 20, 45],
        [50, 'Good', 20, 45],
        [49, 'Low Balance', -15, 15],
      ] as const) {
        credits = amount;
        await page.goto('/?view=credits');
        await expect(card).toContainText(`${amount} credits`);
        const hue = await hueOf(card.getByText(label, { exact: true }));
        expect(hue).toBeGreaterThan(fromHue);
        expect(hue).toBeLessThan(toHue);
      }
    },
  },
]);
