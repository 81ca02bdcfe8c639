import type { Page } from '@playwright/test';
import { answerPages, manyPages } from './manyPages.ts';
import { expect, test } from './product.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected pages' });

test('cards are in 1, 2 or 3 columns, an error is below its card, and nothing is wider than the window [2.6-02, 8.2-04]', async ({
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
      }
    }
  });
});

test('only visible pages of 5,000 are in the document, in the grid and in the table, and one request tags 1,000', async ({
  page,
}) => {
  const pages = manyPages(5_000);
  await answerPages(page, pages);
  const bodies: { guids: string[] }[] = [];
  await page.route('**/api/pages/bulk-tags', (route) => {
    bodies.push(route.request().postDataJSON());
    return route.fulfill({
      json: { pages: pages.slice(0, 1_000).map((one) => ({ ...one, tags: [...one.tags, 'spring'] })) },
    });
  });
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  const visibleRows: number[] = [];

  for (const layout of ['grid', 'table']) {
    await page.goto(`/?view=pages&layout=${layout}`);
    await expect(page.getByText('5,000 pages')).toBeVisible();
    visibleRows.push(await nodes());
    await page.mouse.wheel(0, 60_000);
    await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()).not.toHaveAccessibleName(
      'Select Luna Star 0',
    );
    visibleRows.push(await nodes());
  }
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('#first');
  await page.getByRole('checkbox', { name: 'Select all 1,000 matching' }).check();
  await bar(page).getByRole('button', { name: 'Add tags' }).click();
  await page.keyboard.type('spring');
  await bar(page).getByRole('button', { name: 'Add to 1,000 pages' }).click();
  await expect(
    page.getByRole('button', { name: 'Edit tags of Luna Star 0: first, promo, even, vip, spring' }),
  ).toBeVisible();
  await expect.poll(() => bodies.map(({ guids }) => guids.length)).toEqual([1_000]);
  visibleRows.push(await nodes());
  expect(Math.max(...visibleRows), `nodes in the document: ${visibleRows.join(', ')}`).toBeLessThan(1_500);
});
