import type { Page } from '@playwright/test';
import { linkPage, makeAssistant, tasksOf } from '../sampleAccount.ts';
import { Person } from '../spec/Person.ts';
import { expect, test } from '../spec/personTest.ts';

test.use({ visitor: 'admin' });

const ERROR = 'The site is in maintenance until tonight.';

/** A user with two pages, on which one flyer each has failed and one waits in a stopped queue. */
async function makeComplaint(baseUrl: string) {
  const owner = await Person.signUp(baseUrl);
  const names = ['Luna', 'Mia'].map((name) => `${name} of ${owner.session.telegram_id}`);
  const pages = await Promise.all(names.map((name) => linkPage(owner, baseUrl, name, null, [])));
  const rules = { target_pages: pages.map(({ guid }) => guid) };
  const { _id } = await makeAssistant(owner, { name: 'Autumn', texts: ['One', 'Two'], rules, hue: 30 });
  await owner.call('POST', `/assistants/${_id}/add-to-queue`);
  await owner.call('POST', '/queue/start');
  for (const { device } of pages) await device.fail(ERROR);
  await owner.call('POST', '/queue/stop');
  return { telegramId: owner.session.telegram_id, pageName: names[0] ?? '' };
}

/** Counts the clicks of the document, which stays the same on the way between screens. */
async function openAdmin(page: Page) {
  await page.addInitScript(() => {
    const seen = { clicks: 0 };
    Object.assign(window, { seen });
    document.addEventListener('click', () => seen.clicks++, true);
  });
  await page.goto('/admin');
  return () => page.evaluate(() => (window as unknown as { seen: { clicks: number } }).seen.clicks);
}

async function openUser(page: Page, telegramId: string) {
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /^Search/ }))
    .first()
    .fill(telegramId);
  await page.getByRole('link', { name: telegramId, exact: true }).click();
}

test('a page that does not post is explained in at most 4 clicks', async ({ page, product }) => {
  const { telegramId, pageName } = await makeComplaint(product.baseUrl);
  const clicks = await openAdmin(page);
  await openUser(page, telegramId);
  await page.getByRole('button', { name: /^Linked Pages/ }).click();
  await page.getByRole('link', { name: pageName.toLowerCase().replaceAll(' ', '_'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: pageName })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('The owner has stopped the queue.');
  await expect(page.getByRole('table', { name: 'What Happened' })).toContainText(ERROR);
  expect(await clicks()).toBeLessThanOrEqual(4);
});

test('where the credits of a user went is answered in at most 5 clicks', async ({ page, product }) => {
  const { telegramId, pageName } = await makeComplaint(product.baseUrl);
  const clicks = await openAdmin(page);
  await openUser(page, telegramId);
  await page.getByRole('combobox', { name: 'Type of entry' }).click();
  await page.locator('.ant-select-item-option').getByText('Refund', { exact: true }).click();
  const refunds = page.getByRole('table', { name: 'Credit History' }).getByRole('row').filter({ hasText: 'Refund' });
  await expect(refunds).toHaveCount(2);
  await expect(refunds.filter({ hasText: pageName })).toContainText('Gives back');
  expect(await clicks()).toBeLessThanOrEqual(5);
});

test('many failures are retried in at most 4 clicks', async ({ page, product }) => {
  const owner = await Person.signUp(product.baseUrl);
  const name = `Many of ${owner.session.telegram_id}`;
  const { device, guid } = await linkPage(owner, product.baseUrl, name, null, []);
  const texts = Array.from({ length: 13 }, (_, n) => `Flyer ${n}`);
  const error = `${ERROR} ${owner.session.telegram_id}`;
  const assistant = await makeAssistant(owner, { name: 'Autumn', texts, rules: { target_pages: [guid] }, hue: 30 });
  await owner.call('POST', `/assistants/${assistant._id}/add-to-queue`);
  await owner.call('POST', '/queue/start');
  for (const _ of texts) await device.fail(error);

  const clicks = await openAdmin(page);
  const dialog = page.getByRole('dialog', { name: 'Retry failed postings' });
  await page.getByRole('link', { name: 'Postings', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search postings' }).fill(owner.session.telegram_id);
  await expect(page.getByRole('heading', { name: 'All Postings (13)' })).toBeVisible();
  await page.getByRole('button', { name: 'Retry failed…' }).click();
  await expect(dialog.getByRole('status')).toHaveText('13 failed postings with the filters of the list.');
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect((await tasksOf(owner, assistant._id)).filter(({ page_counts }) => page_counts.failed > 0)).toEqual([]);
  expect(await clicks()).toBeLessThanOrEqual(4);
});
