import type { Page } from '@playwright/test';
import { answerPages, manyPages } from './manyPages.ts';
import { expect, test } from './product.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected pages' });

test('cards are in 1, 2 or 3 columns, an error is below its card, nothing is wider than the window, and a phone shows everything [2.6-02, 8.2-04]', async ({
  page,
}) => {
  await answerPages(page, manyPages(300));
  await page.route('**/api/pages/*/tags', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/?view=pages');
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();

  await test.step('columns', async () => {
    for (const [columns, width] of [
      [1, 390],
      [2, 800],
      [3, 1280],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const leftEdges = () =>
        cards.evaluateAll((all) => new Set(all.map((card) => Math.round(card.getBoundingClientRect().left))).size);
      await expect.poll(leftEdges, { message: `at ${width} px` }).toBe(columns);
    }
  });

  await test.step('a refused tag', async () => {
    const tags = cards.first().getByPlaceholder('Add tags...');
    await tags.fill('refused');
    await tags.press('Enter');
    const alert = cards.first().getByRole('alert');
    await expect(alert).toHaveText('Failed to update tags');
    const [alertBox, tagsBox] = [await alert.boundingBox(), await tags.boundingBox()];
    expect(alertBox?.y).toBeGreaterThan((tagsBox?.y ?? 0) + (tagsBox?.height ?? 0));
  });

  await test.step('every width, with some selected', async () => {
    await page.getByRole('checkbox', { name: 'Select Luna Star 0' }).check();
    await bar(page).getByRole('button', { name: 'Add tags' }).click();
    for (const layout of ['Cards', 'Table']) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('combobox', { name: 'Layout' }).selectOption(layout);
      for (const width of [320, 390, 768, 1280, 1920, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await expect.poll(overflow, { message: `${layout} at ${width} px` }).toBeLessThanOrEqual(0);
        const vera = layout === 'Cards' ? cards.nth(2) : page.getByRole('row', { name: 'Vera Moon 2' });
        for (const text of [
          'Vera Moon 2',
          /@page_2/,
          /ID:\s8812302/,
          'Active',
          'Paid',
          /^Mar 2, 2099/,
          '10 credits',
          /promo/,
        ])
          await expect(vera.getByText(text, { exact: true })).toBeVisible();
      }
    }
  });
});
