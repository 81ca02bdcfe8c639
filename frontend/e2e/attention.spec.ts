import type { Page } from '@playwright/test';
import { linkPage, makeAssistant } from './sampleAccount.ts';
import type { Person } from './spec/Person.ts';
import { expect, test } from './spec/personTest.ts';

const PAGES = 6;
const FLYERS = ['Good morning', 'Good night'];

/** Every flyer fails on every page: 12 failed posts. */
async function failAll(person: Person, baseUrl: string): Promise<void> {
  const names = Array.from({ length: PAGES }, (_, n) => `Page ${n + 1}`);
  const linked = await Promise.all(names.map((name) => linkPage(person, baseUrl, name, null, ['all'])));
  const rules = { target_tags: ['all'] };
  const { _id } = await makeAssistant(person, { name: 'Evening', texts: FLYERS, rules, hue: 90 });
  await person.call('POST', `/assistants/${_id}/add-to-queue`);
  await person.call('POST', '/queue/start');
  for (const { device } of linked) for (const _ of FLYERS) await device.fail('The site asked for a captcha.');
}

/** Counts the clicks, and how far the content moves without one. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen = { clicks: 0, moved: 0 };
    Object.assign(window, { seen });
    document.addEventListener('click', () => seen.clicks++, true);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.moved += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const seen = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { clicks: number; moved: number } }).seen);

test('from "12 failed" to retried it takes at most 3 clicks, and the content does not move', async ({
  page,
  person,
  product,
}) => {
  await failAll(person, product.baseUrl);
  await watch(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const twelve = page.getByRole('button', { name: '12 failed' });
  // The numbers arrive last: everything below has its place.
  const held: (() => void)[] = [];
  await page.route('**/api/attention', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  // The second time the space is kept for them.
  for (const most of [0.05, 0.01]) {
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const before = (await seen(page)).moved;
    for (const answer of held.splice(0)) answer();
    await expect(twelve).toBeVisible();
    expect((await seen(page)).moved - before).toBeLessThanOrEqual(most);
  }
  await page.unroute('**/api/attention');
  await twelve.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByText('12 postings put back in the queue.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Needs attention' })).toHaveCount(0);
  expect((await seen(page)).clicks).toBeLessThanOrEqual(3);
});
