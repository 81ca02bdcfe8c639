import { uuid } from '../test/builders.ts';
import { buildAnalytics, buildDetailedPosting, buildDurations } from '../test/postingBuilders.ts';
import { hueOf } from './hueOf.ts';
import { ADMIN_TELEGRAM_ID, expect, test } from './product.ts';
import { Person } from './spec/Person.ts';

// Component tests check the tone of each value. Only a browser computes the colour of a tone.

test('the chip of a posting is green for completed, red for failed, blue for posting, orange for pending, indigo for posted; long times are orange or red [4.11-02, 4.11-03, 4.11-04, 4.11-05, 4.11-06, 9-31, 9-32, 9-33, 9-34, 9-35, 9-36]', async ({
  browser,
  product,
}) => {
  const context = await (await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID)).openBrowser(browser);
  const page = await context.newPage();
  const long = { pending: 60_001, posting: 120_001, posted: 30_001, failed: 1 };
  const postings = ['completed', 'failed', 'posting', 'pending', 'posted'].map((status, index) =>
    buildDetailedPosting({
      id: uuid(index + 1),
      status: status as 'completed',
      ...(status === 'failed' && { status_durations: buildDurations(long), total_duration: 300_001, retry_count: 3 }),
    }),
  );
  await page.route('**/api/page-postings/detailed-admin?*', (route) =>
    route.fulfill({ json: { postings, total_pages: 1, total: postings.length } }),
  );
  await page.goto('/admin/postings');
  await expect(page.getByRole('button', { name: /^details of/ })).toHaveCount(5);
  const rows = page.locator('[data-row-key]');
  const chips = ['Completed', 'Failed', 'Posting', 'Pending', 'Posted'].map((label) =>
    rows.getByText(label, { exact: true }),
  );
  expect(await Promise.all(chips.map(hueOf))).toEqual(['green', 'red', 'blue', 'orange', 'indigo']);

  // The columns pending, posting, posted, failed, total and retries.
  const cells = page.getByRole('row').filter({ hasText: '300.0s' }).getByRole('cell');
  const highlights = [8, 9, 10, 11, 12, 13].map((index) => cells.nth(index).locator('strong'));
  expect(await Promise.all(highlights.map(hueOf))).toEqual(['orange', 'orange', 'orange', 'red', 'orange', 'orange']);
  for (const highlight of highlights) await expect(highlight).toHaveCSS('font-weight', '600');
  const normalTime = page.getByRole('row').filter({ hasText: '28.0s' }).first().getByRole('cell').nth(12);
  expect(await hueOf(normalTime)).toBe('grey');
  await context.close();
});

test('an average time is green when fast, orange when medium, red when slow [9-42, 9-43, 9-44]', async ({
  browser,
  product,
}) => {
  const context = await (await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID)).openBrowser(browser);
  const page = await context.newPage();
  const range = (avg_ms: number) => ({ avg_ms, min_ms: avg_ms, max_ms: avg_ms });
  await page.route('**/api/page-postings/performance-analytics?*', (route) =>
    route.fulfill({
      json: buildAnalytics({
        total_posting_time: range(120_000),
        claim_to_posted_time: range(60_000),
        screenshot_generation_time: range(30_001),
      }),
    }),
  );
  await page.goto('/admin/performance');
  const hueOfCard = (name: string, text: RegExp) =>
    hueOf(page.getByRole('region', { name, exact: true }).getByText(text));
  expect(await hueOfCard('Avg Total Time', /^2\.0mFast$/)).toBe('green');
  expect(await hueOfCard('Avg Posting Speed', /^1\.0mMedium$/)).toBe('orange');
  expect(await hueOfCard('Avg Screenshot Time', /^30\.0sSlow$/)).toBe('red');
  await context.close();
});
