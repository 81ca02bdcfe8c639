import type { Page } from '@playwright/test';
import { answerAccount, manyAssistants, manyPages, openAssistant, SIZES } from './manyPages.ts';
import { expect, test } from './product.ts';

const [PHONE, LAPTOP, LARGE] = SIZES;

/** Rows of the table of pages that are in view as a whole. */
const rowsInView = (page: Page) =>
  page.getByRole('row').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return row.matches('tbody > *') && top >= 0 && bottom <= window.innerHeight;
      }).length,
  );

test('of a table of 300 pages, 5 rows are in view on a phone, 14 on a laptop and 22 on a large screen, and of cards 2 full rows on a laptop', async ({
  page,
}) => {
  await answerAccount(page, manyPages(300), []);
  await page.goto('/?view=pages&layout=table');
  // It takes 40 px.
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
  for (const size of [
    { ...PHONE, rows: 5 },
    { ...LAPTOP, rows: 14 },
    { ...LARGE, rows: 22 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.getByRole('row', { name: 'Luna Star 0' })).toBeInViewport();
    await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(size.rows);
  }
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  expect(nodes, 'nodes in the document').toBeLessThan(1_500);

  await page.setViewportSize(LAPTOP);
  await page.goto('/?view=pages&layout=grid');
  await expect(page.getByRole('article', { name: 'Nora Lake 3' })).toBeInViewport({ ratio: 1 });
});

test('the link to an assistant shows it and its Add to Queue, whichever assistants are open beside it', async ({
  page,
}) => {
  const assistants = manyAssistants(20);
  await answerAccount(page, manyPages(300), assistants);
  for (const [n, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    for (const assistant of assistants.slice(8 + n * 4, 9 + n * 4)) {
      const card = await openAssistant(page, assistant);
      await expect(card.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
      await expect(card.getByRole('button', { name: 'Add to Queue' })).toBeInViewport({ ratio: 1 });
    }
  }
});

test('the target picker of 5,000 pages begins with what is chosen, and shows 12 options', async ({ page }) => {
  const [assistant] = manyAssistants(1);
  if (!assistant) throw new Error('no assistant');
  await answerAccount(page, manyPages(5_000), [assistant]);
  const card = await openAssistant(page, assistant);
  const picker = card.getByRole('group', { name: 'Target pages and tags' });
  const options = picker.getByRole('checkbox');
  await expect(picker.getByText('Posts to 568 pages. Chosen pages by tag:')).toBeVisible();
  await options.first().scrollIntoViewIfNeeded();
  const checked = await options.evaluateAll((all) => all.slice(0, 14).map((one) => (one as HTMLInputElement).checked));
  expect(checked).toEqual([...Array(13).fill(true), false]);
  const visible = await options.evaluateAll((all) => {
    const list = all[0]?.closest('div:has(> div > div)')?.getBoundingClientRect();
    return { list: list?.height, all: all.length };
  });
  expect(visible.all).toBeLessThan(40);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  expect(nodes, 'nodes in the document').toBeLessThan(1_500);
});
