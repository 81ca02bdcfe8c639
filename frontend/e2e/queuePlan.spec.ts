import type { CalendarPage, CalendarTask, Page as LinkedPage } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildPage, uuid } from '../test/builders.ts';
import { axeViolations } from './axeViolations.ts';
import { expect, test } from './product.ts';

const PAGES = 5_000;
const POSTINGS_EACH = 10;
const HOUR_MS = 3_600_000;
const NODES = 1_500;

/** The clocks of this zone change on the Sunday of the shown week. */
test.use({ timezoneId: 'Europe/Berlin' });
const ADDRESS = '/?view=queue&planDay=2026-03-25';
const MONDAY_MS = Date.parse('2026-03-22T23:00:00Z');

const tasks: CalendarTask[] = ['Evening', 'Morning'].map((assistant_name, sequence_order) => ({
  id: uuid(9_000 + sequence_order),
  assistant_id: uuid(9_100 + sequence_order),
  assistant_name,
  description: 'Three free days, from tonight until Sunday',
  sequence_order,
  file_id: null,
}));
const pages: LinkedPage[] = Array.from({ length: PAGES }, (_, n) =>
  buildPage({ guid: uuid(n), name: `Page ${String(n).padStart(4, '0')}`, tags: n % 2 === 0 ? ['even'] : ['odd'] }),
);
/** Postings of every part of the week, those of its first half done. */
const plannedOf = (page_guid: string): CalendarPage => ({
  page_guid,
  left_out: 0,
  postings: Array.from({ length: POSTINGS_EACH }, (_, n) => ({
    id: `${page_guid.slice(0, 24)}${String(n).padStart(12, '0')}`,
    task_id: uuid(9_000 + (n % 2)),
    at: new Date(MONDAY_MS + n * 17 * HOUR_MS).toISOString(),
    status: n < POSTINGS_EACH / 2 ? ('completed' as const) : ('pending' as const),
    is_duplicate: false,
  })),
});

async function openPlan(page: Page, plan: string) {
  await page.route('**/api/get_user_pages', (route) => route.fulfill({ json: { pages } }));
  await page.route('**/api/queue/calendar/pages?*', (route) =>
    route.fulfill({ json: { page_guids: pages.map(({ guid }) => guid) } }),
  );
  await page.route('**/api/queue/calendar', (route) => {
    const { page_guids } = route.request().postDataJSON() as { page_guids: string[] };
    expect(page_guids.length).toBeLessThanOrEqual(100);
    return route.fulfill({ json: { pages: page_guids.map(plannedOf), tasks } });
  });
  await page.goto(`${ADDRESS}&plan=${plan}`);
}

const slot = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

test('50,000 postings of 5,000 pages as a calendar and as a list', async ({ page }) => {
  await openPlan(page, 'calendar');

  await test.step('a week has few elements, also in its middle', async () => {
    await expect(slot(page, /^Page 0000, Monday, Mar 23: 2 posted$/)).toBeVisible();
    expect(await nodes(page)).toBeLessThan(NODES);
    await page.mouse.wheel(0, 100_000);
    await expect(slot(page, /^Page 2\d{3}, Monday, Mar 23: 2 posted$/)).toBeVisible();
    expect(await nodes(page)).toBeLessThan(NODES);
  });

  await test.step('the filters are in the address', async () => {
    await page.getByRole('searchbox', { name: 'Filter by page' }).fill('0042');
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('even');
    await expect(page.getByRole('group', { name: /^Page/ })).toHaveCount(1);
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
    await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(POSTINGS_EACH);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('list', { name: 'Posts of Page 0003' })).toBeVisible();
    expect(await nodes(page)).toBeLessThan(NODES);
  });

  await test.step('the day on which the clocks change', async () => {
    // 153 hours after Monday's midnight it would be nine o'clock without the change.
    await page.goto(`${ADDRESS.replace('25', '29')}&plan=calendar&planSpan=day`);
    await expect(slot(page, /^Page 0000, Sunday, Mar 29, 10:00 to 10:59: 1 planned$/)).toBeVisible();
    expect(await nodes(page)).toBeLessThan(NODES);
  });
});

test('axe finds nothing on the calendar and the list, and nothing is wider than the window', async ({ page }) => {
  await openPlan(page, 'calendar');
  for (const [plan, width, colorScheme] of [
    ['calendar', 390, 'light'],
    ['calendar', 1280, 'dark'],
    ['list', 390, 'dark'],
    ['list', 1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${ADDRESS}&plan=${plan}`);
    await expect(page.getByText('Page 0003').first()).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect.soft(await axeViolations(page), `${plan} at ${width} px`).toEqual([]);
  }
});
