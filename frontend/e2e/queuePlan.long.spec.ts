import type { Page } from '@playwright/test';
import { uuid } from '../test/builders.ts';
import { answerPlanOf, PLAN_ADDRESS } from './planOfManyPages.ts';
import { expect, test } from './product.ts';

const PAGES = 500;
test.use({ timezoneId: 'Europe/Berlin' });

async function openPlan(page: Page, plan: string) {
  await answerPlanOf(page, PAGES, (n) => `Page ${String(n).padStart(4, '0')}`);
  await page.goto(`${PLAN_ADDRESS}&plan=${plan}`);
}

const slot = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();

test('5,000 postings of 500 pages as a calendar and as a list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPlan(page, 'calendar');
  await expect(slot(page, /^Page 0000, Monday, Mar 23: 2 posted$/)).toBeVisible();

  await test.step('on a phone the rows begin in the first screen, and the filters open by a button', async () => {
    const first = await slot(page, /^Page 0000, Monday, Mar 23: 2 posted$/).boundingBox();
    expect(first?.y).toBeLessThan(600);
    const filter = page.getByRole('searchbox', { name: 'Filter by page' });
    await expect(filter).toBeHidden();
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(filter).toBeVisible();
  });

  await test.step('the pages are shown in parts, and the labels of the days stay visible above the rows', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByTitle('20', { exact: true }).click();
    const monday = slot(page, /^Page 0499, Monday/);
    await monday.scrollIntoViewIfNeeded();
    await expect(monday).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Mon 23').first()).toBeInViewport({ ratio: 1 });
  });

  await test.step('the filters are in the address', async () => {
    await page.getByRole('searchbox', { name: 'Filter by page' }).fill('0042');
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('even');
    await expect(page.getByRole('button', { name: /^Page \d+, Monday/ })).toHaveCount(1);
    await expect(slot(page, /^Page 0042, Sunday, Mar 29/)).toBeVisible();
    await expect(page).toHaveURL(/planPage=0042/);
    await expect(page).toHaveURL(/planTag=even/);
  });

  await test.step('a day of the calendar opens by keyboard and leads to the details of a posting', async () => {
    const monday = slot(page, /^Page 0042, Monday/);
    await monday.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Page 0042, Monday, Mar 23' });
    await expect(dialog.getByRole('link')).toHaveText([/Mon, Mar 23, 00:00.*Posted/, /Mon, Mar 23, 17:00.*Posted/]);
    await expect(dialog.getByRole('link').first()).toHaveAttribute('href', `/tasks/${uuid(9_000)}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(monday).toBeFocused();
  });

  await test.step('the list has the same postings', async () => {
    await page.getByRole('button', { name: 'List' }).click();
    await expect(page).toHaveURL(/plan=list/);
    await expect(page.getByRole('list', { name: 'Posts of Page 0042' }).getByRole('link')).toHaveCount(8);
    await page.getByRole('button', { name: 'Show all 10' }).click();
    await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(10);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('list', { name: 'Posts of Page 0003' })).toBeVisible();
  });

  await test.step('the day on which the clocks change', async () => {
    // 153 hours after Monday's midnight it would be nine o'clock without the change.
    await page.goto(`${PLAN_ADDRESS.replace('25', '29')}&plan=calendar&planSpan=day`);
    await expect(slot(page, /^Page 0000, Sunday, Mar 29, 10:00 to 10:59: 1 planned$/)).toBeVisible();
  });
});
