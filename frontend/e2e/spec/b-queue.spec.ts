import type { Page } from '@playwright/test';
import type { Product } from '../product.ts';
import { linkPage, queueAssistant } from '../sampleAccount.ts';
import type { Person } from './Person.ts';
import { expect, test } from './personTest.ts';

const LONG_TEXT = 'A new series from the coast, with cliffs, the old lighthouse and the market in the morning. '.repeat(
  8,
);

async function queueThreeFlyers(person: Person, { baseUrl }: Product): Promise<void> {
  const mila = await linkPage(person, baseUrl, 'Mila Rose', null, []);
  const rules = { target_pages: [mila.guid] };
  const texts = ['Good morning', LONG_TEXT, 'Good night'];
  await queueAssistant(person, { name: 'Morning', texts, rules, hue: 90 });
}

async function expectTwoLines(page: Page, text: string): Promise<void> {
  const [shown = 0, whole = 0, line = 1] = await page
    .getByText(text)
    .evaluate((element) => [
      element.clientHeight,
      element.scrollHeight,
      Number.parseFloat(getComputedStyle(element).lineHeight),
    ]);
  expect(Math.round(shown / line)).toBe(2);
  expect(whole).toBeGreaterThan(shown);
}

test('the layout: thumbnails, descriptions of 2 lines, alternating row colours, and the snackbar at bottom centre [2.8-10, 2.8-14, 2.8-22, 2.8-23]', async ({
  page,
  person,
  product,
}) => {
  await queueThreeFlyers(person, product);
  await page.goto('/?view=queue');
  const row = (index: number) => page.getByRole('article', { name: `Flyer ${index} of Morning` });
  const picture = row(1).locator('img');
  await expect(picture).toHaveAttribute('src', /^\/api\/get_image\/[^/]+$/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await expectTwoLines(page, '2. A new series');

  const colour = (index: number) => row(index).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colour(2)).not.toBe(await colour(1));
  expect(await colour(3)).toBe(await colour(1));

  await page.getByRole('button', { name: 'Start Posting' }).click();
  await expect(page.getByText('Queue processing start requested.')).toBeVisible();
  const bar = await page.getByRole('status').locator('> div').boundingBox();
  const screen = page.viewportSize();
  if (!bar || !screen) throw new Error('There is no snackbar.');
  expect(Math.abs(bar.x + bar.width / 2 - screen.width / 2)).toBeLessThan(10);
  expect(bar.y).toBeGreaterThan(screen.height - 100);
});
