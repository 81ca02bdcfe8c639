import type { Page as LinkedPage } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { axeViolations } from './axeViolations.ts';
import { linkPage } from './believableData.ts';
import { expect, test } from './product.ts';
import { Person } from './spec/Person.ts';

const NAMES = ['Luna Star', 'Mila Rose', 'Vera Moon', 'Nora Lake', 'Ivy Snow'] as const;

const bar = (page: Page) => page.getByRole('region', { name: 'Selected pages' });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: /^Select all/ });

const expectNoFaults = async (page: Page) => expect(await axeViolations(page)).toEqual([]);

/** Nothing is wider than the window. */
async function expectToFit(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow, { message: `at ${width} px` }).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('thirty pages are filtered, selected, tagged, laid out as a table and unlinked at once', async ({
  browser,
  product,
}) => {
  const owner = await Person.signUp(product.baseUrl);
  for (let n = 1; n <= 30; n++) {
    const { device } = await linkPage(owner, product.baseUrl, `${NAMES[n % NAMES.length]} ${n}`, null, []);
    if (n <= 12) await device.poll();
  }
  const page = await (await owner.openBrowser(browser)).newPage();
  await page.goto('/');
  await expect(page.getByText('30 pages', { exact: true })).toBeVisible();

  await test.step('filter to the twelve that are active, and sort them by name', async () => {
    await page.getByRole('combobox', { name: 'Activity' }).selectOption('Active');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name');
    await expect(page.getByText('12 of 30 pages')).toBeVisible();
    await expect(page.getByRole('article').first()).toHaveAccessibleName('Ivy Snow 4');
    await expect(page).toHaveURL(/sort=name/);
    await expect(page).toHaveURL(/active=yes/);
  });

  await test.step('select all that match and tag them, in one request', async () => {
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(new URL(request.url()).pathname);
    });
    await page.getByRole('checkbox', { name: 'Select all 12 matching' }).check();
    await expect(bar(page)).toContainText('12 pages selected');
    await bar(page).getByRole('button', { name: 'Add tags' }).click();
    await page.keyboard.type('spring');
    await bar(page).getByRole('button', { name: 'Add to 12 pages' }).click();
    await expect(page.getByRole('button', { name: 'Remove tag spring' }).first()).toBeVisible();
    await expect.poll(() => requests).toEqual(['/api/pages/bulk-tags']);
    await expectNoFaults(page);
    await expectToFit(page, [320, 390, 768, 1280, 1920, 2560]);
  });

  await test.step('the tag is there after a reload, and so is the view', async () => {
    await page.getByRole('combobox', { name: 'Activity' }).selectOption('Any activity');
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('#spring');
    await page.getByRole('button', { name: 'Table' }).click();
    await expect(page).toHaveURL(/tag=spring/);
    await expect(page).toHaveURL(/layout=table/);
    await page.reload();
    await expect(page.getByRole('table', { name: 'Pages' })).toBeVisible();
    await expect(page.getByText('12 of 30 pages')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('name');
    await expect(bar(page)).toHaveCount(0);
    await expectNoFaults(page);
    await expectToFit(page, [320, 390, 768, 1280, 1920, 2560]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoFaults(page);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('select a range by the keyboard and unlink it after the question', async () => {
    await page.getByRole('checkbox', { name: 'Select Ivy Snow 4' }).focus();
    await page.keyboard.press('Space');
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .nth(3)
      .focus();
    await page.keyboard.press('Shift+Space');
    await expect(bar(page)).toContainText('3 pages selected');
    await expectNoFaults(page);
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog.accept();
    });
    await bar(page).getByRole('button', { name: 'Unlink' }).click();
    await expect(page.getByText('9 of 27 pages')).toBeVisible();
    expect(questions).toEqual(['Are you sure you want to unlink 3 pages? This action cannot be undone.']);
    await expect(selectAll(page)).toBeFocused();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByText('27 pages', { exact: true })).toBeVisible();
  });
});

test('the keyboard searches, switches tabs and lists its keys', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('tab', { name: 'Pages' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('gq');
  await expect(page).not.toHaveURL(/view=queue/);
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('tab', { name: 'Pages' }).focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(dialog).toBeVisible();
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Pages' })).toBeFocused();
  await page.keyboard.type('gq');
  await expect(page).toHaveURL(/view=queue/);
});

const MANY = 5_000;
const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const manyPages = (): LinkedPage[] =>
  Array.from({ length: MANY }, (_, n) => ({
    guid: guidOf(n),
    name: `${NAMES[n % NAMES.length]} ${n}`,
    username: `page_${n}`,
    creator_id: String(8_000_000 + n),
    avatarThumbUrl: null,
    is_active: n % 3 > 0,
    is_paid: false,
    paid_until: null,
    credits_charged: 0,
    tags: n < 1_000 ? ['first', 'promo'] : ['promo'],
    notice: null,
    health: 'ok',
    extension_version: '1.0.0',
    last_polled_at: null,
    linked_at: '2026-03-01T12:00:00.000Z',
  }));

for (const layout of ['grid', 'table'] as const) {
  test(`5,000 pages in the ${layout} keep the document small, and 1,000 are tagged by one request`, async ({
    page,
  }) => {
    const pages = manyPages();
    await page.route('**/api/get_user_pages', (route) => route.fulfill({ json: { pages } }));
    const bodies: { guids: string[] }[] = [];
    await page.route('**/api/pages/bulk-tags', (route) => {
      bodies.push(route.request().postDataJSON());
      return route.fulfill({
        json: { pages: pages.slice(0, 1_000).map((one) => ({ ...one, tags: [...one.tags, 'spring'] })) },
      });
    });
    const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);

    await page.goto(`/?view=pages&layout=${layout}`);
    await expect(page.getByText('5000 pages')).toBeVisible();
    const seen = [await nodes()];
    await page.mouse.wheel(0, 60_000);
    await expect(page.getByRole('button', { name: /^Unlink / }).first()).not.toHaveAccessibleName('Unlink Luna Star 0');
    seen.push(await nodes());
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('#first');
    await page.getByRole('checkbox', { name: 'Select all 1000 matching' }).check();
    await bar(page).getByRole('button', { name: 'Add tags' }).click();
    await page.keyboard.type('spring');
    await bar(page).getByRole('button', { name: 'Add to 1000 pages' }).click();
    await expect(page.getByRole('button', { name: 'Remove tag spring' }).first()).toBeVisible();
    await expect.poll(() => bodies.map(({ guids }) => guids.length)).toEqual([1_000]);
    seen.push(await nodes());
    expect(Math.max(...seen), `nodes in the document: ${seen.join(', ')}`).toBeLessThan(1_500);
  });
}
