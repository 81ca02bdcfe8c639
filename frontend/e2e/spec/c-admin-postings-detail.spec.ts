import type { Page } from '@playwright/test';
import { uuid } from '../../test/builders.ts';
import { buildDetailedPosting, buildDurations } from '../../test/postingBuilders.ts';
import {
  ADMIN,
  cellBelow,
  detail,
  isList,
  LIST,
  ONE_OF_EACH,
  openWith,
  queryOf,
  requestAfter,
  STATUSES,
  toggles,
} from './adminPostingsTable.ts';
import { breakLine, refuse } from './changedAnswer.ts';
import { expect, type SpecRow, specRows } from './specRow.ts';
import { stopClock } from './stoppedClock.ts';

const DETAILED = buildDetailedPosting({
  id: uuid(90),
  userId: '700000042',
  guid: uuid(7),
  file_id: uuid(50),
  delay_hours: 6,
  retry_count: 2,
  status: 'failed',
  errorMessage: 'The site asked for a captcha.',
  status_durations: {
    pending: { total_ms: 4_000, visits: 1, avg_ms: 4_000 },
    posting: { total_ms: 63_000, visits: 3, avg_ms: 21_000 },
  },
  performance_summary: {
    bottleneck_status: 'posting',
    first_pending_at: '2026-03-01T12:00:00.000Z',
    final_completion_at: '2026-03-02T12:00:00.000Z',
  },
});

const fact = (says: string, name: string, value: string | RegExp): SpecRow => ({
  says,
  look: ({ page }) =>
    expect(
      detail(page)
        .locator('dt', { hasText: new RegExp(`^${name}$`) })
        .locator('xpath=following-sibling::dd'),
    ).toHaveText(value),
});

specRows(
  '2 Admin detailed postings, the detail',
  {
    visitor: 'admin',
    open: async ({ page }) => {
      await openWith(page, [DETAILED]);
      await toggles(page).click();
      await expect(detail(page)).toBeVisible();
    },
  },
  [
    fact('Each row has an expandable detail showing ID, …', 'ID', uuid(90)),
    fact('… User ID, …', 'User ID', '700000042'),
    fact('… GUID, …', 'GUID', uuid(7)),
    fact('… File ID, …', 'File ID', uuid(50)),
    fact('… Delay Hours, …', 'Delay Hours', '6'),
    fact('… retries, …', 'Retries', '2'),
    fact('… bottleneck status, …', 'Bottleneck Status', 'posting'),
    fact('… transitions count, …', 'Transitions', '3'),
    fact('… start …', 'Start Time', /^Mar 1, 2026 \d\d:00$/),
    fact('… and completion times, …', 'Completion Time', /^Mar 2, 2026 \d\d:00$/),
    {
      says: '… errorMessage, …',
      look: ({ page }) => expect(detail(page).getByRole('alert')).toHaveText('The site asked for a captcha.'),
    },
    fact('… time per status …', 'Pending', /^4\.0s/),
    fact('… with visit counts, …', 'Posting', '63.0s 3 visits'),
    {
      says: '… and a transitions timeline (from and to status with duration).',
      look: async ({ page }) => {
        const steps = detail(page).getByRole('list', { name: 'Transitions' }).getByRole('listitem');
        await expect(steps).toHaveText([
          /Pending.*Posting.*4\.0s/,
          /Posting.*Posted.*21\.0s/,
          /Posted.*Completed.*3\.0s/,
        ]);
      },
    },
  ],
);

/** The tone that each of section 4's colour names has in this product. */
const TONES = { success: 'success', error: 'danger', info: 'info', warning: 'warning', primary: 'accent' } as const;
const CHIPS = [
  ['completed', 'success'],
  ['failed', 'error'],
  ['posting', 'info'],
  ['pending', 'warning'],
  ['posted', 'primary'],
] as const;

specRows('4 Posting statuses (admin)', ADMIN, [
  {
    says: 'pending, posting, posted, completed, failed.',
    look: ({ page }) => expect(toggles(page)).toHaveCount(STATUSES.length),
  },
  ...CHIPS.map(([status, colour]) => ({
    says: `Chip colours: … ${status} ${colour} …`,
    look: ({ page }: { page: Page }) =>
      expect(
        page.getByRole('button', { name: `A ${status} flyer` }).locator(`[data-tone="${TONES[colour]}"]`),
      ).toBeVisible(),
  })),
  {
    says: 'Transition records have a from and a to status; …',
    shownBy: {
      file: 'src/screens/admin/postings/PostingsScreen.test.tsx',
      test: 'the detail names everything that is known of a posting',
    },
  },
]);

specRows('5 Validation rules: postings', { visitor: 'admin' }, [
  {
    says: 'Postings search is debounced by 500 ms.',
    alone: true,
    see: async ({ page }) => {
      await page.clock.install();
      await openWith(page, ONE_OF_EACH);
      const asked: string[] = [];
      const clock = await stopClock(page);
      page.on('request', (request) => isList(request) && asked.push(queryOf(request).search ?? ''));
      await page.getByRole('searchbox').pressSequentially('lun');
      await clock.pass(499);
      expect(asked).toEqual([]);
      await page.getByRole('searchbox').press('a');
      await clock.pass(499);
      expect(asked).toEqual([]);
      const answered = page.waitForResponse(LIST);
      await clock.pass(1);
      await answered;
      expect(asked).toEqual(['luna']);
    },
  },
]);

specRows('7 The calls it makes: detailed postings', { visitor: 'admin' }, [
  {
    says: 'GET /page-postings/detailed-admin | query page, limit (50), search, sort_by (field key), sort_order (1 asc, -1 desc), archived (boolean) …',
    see: async ({ page }) => {
      const asked = await requestAfter(page, () =>
        page.goto('/admin/postings?page=2&search=luna&sort=total&order=asc&archived=yes'),
      );
      expect(asked).toEqual({
        page: '2',
        limit: '50',
        search: 'luna',
        sort_by: 'total',
        sort_order: '1',
        archived: 'true',
      });
    },
  },
  {
    says: '… response postings, total_pages',
    see: async ({ page }) => {
      await openWith(page, ONE_OF_EACH, { total_pages: 41 });
      await expect(toggles(page)).toHaveCount(5);
      await expect(page.getByRole('navigation', { name: 'Postings: pages' })).toContainText('of 41');
    },
  },
]);

specRows('8 Admin: postings list', { visitor: 'admin' }, [
  {
    says: 'Postings list … errors show the server … message; …',
    see: async ({ page }) => {
      await refuse(page, LIST, { sentence: 'The database is restarting.' });
      await page.goto('/admin/postings');
      await expect(page.getByRole('alert')).toContainText('The database is restarting.');
    },
  },
  {
    says: '… or thrown message; …',
    see: async ({ page }) => {
      await refuse(page, LIST);
      await page.goto('/admin/postings');
      await expect(page.getByRole('alert')).toContainText('API request failed with status 500');
      await page.unroute(LIST);
      await breakLine(page, LIST);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('alert')).toContainText('Failed to fetch');
    },
  },
  {
    says: '… the postings screen offers Retry.',
    see: async ({ page }) => {
      await refuse(page, LIST);
      await page.goto('/admin/postings');
      await expect(page.getByRole('alert')).toBeVisible();
      await page.unroute(LIST);
      await page.getByRole('alert').getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(page.getByRole('alert')).toBeHidden();
    },
  },
]);

/** [column, what it looks at, threshold]; a value at the threshold is not marked yet. */
const HIGHLIGHTS = [
  [
    'Pending',
    'pending above 60000 ms',
    (ms: number) => ({ status_durations: buildDurations({ pending: ms }) }),
    60_000,
  ],
  ['Posting', 'posting above 120000', (ms: number) => ({ status_durations: buildDurations({ posting: ms }) }), 120_000],
  ['Posted', 'posted above 30000', (ms: number) => ({ status_durations: buildDurations({ posted: ms }) }), 30_000],
  ['Total', 'total above 300000', (ms: number) => ({ total_duration: ms }), 300_000],
  ['Failed', 'failed above 0', (ms: number) => ({ status_durations: buildDurations({ failed: ms }) }), 0],
] as const;

specRows('9 Business constants: postings table', { visitor: 'admin' }, [
  {
    says: 'Postings page size 50; … default sort updatedAt descending; archived flag default false.',
    see: async ({ page }) => {
      const asked = await requestAfter(page, () => page.goto('/admin/postings'));
      expect(asked).toEqual({
        page: '1',
        limit: '50',
        sort_by: 'updatedAt',
        sort_order: '-1',
        archived: 'false',
      });
      await expect(page.getByRole('checkbox', { name: 'Archived' })).not.toBeChecked();
    },
  },
  {
    says: 'In the postings table durations are seconds with 1 decimal, …',
    see: async ({ page }) => {
      const durations = buildDurations({ pending: 450, posting: 61_249, posted: 7_200_000 });
      await openWith(page, [buildDetailedPosting({ status_durations: durations, total_duration: 7_261_699 })]);
      await expect(await cellBelow(page, 'Pending')).toHaveText('0.5s');
      await expect(await cellBelow(page, 'Posting')).toHaveText('61.2s');
      await expect(await cellBelow(page, 'Posted')).toHaveText('7200.0s');
      await expect(await cellBelow(page, 'Total')).toHaveText('7261.7s');
    },
  },
  {
    says: "… 'N/A' if missing.",
    see: async ({ page }) => {
      await openWith(page, [buildDetailedPosting({ status_durations: buildDurations({ pending: 450 }) })]);
      for (const title of ['Posting', 'Posted', 'Failed']) {
        await expect(await cellBelow(page, title)).toHaveText('N/A');
      }
    },
  },
  ...HIGHLIGHTS.map(([title, says, changes, threshold]) => ({
    says: `Postings table highlights: … ${says}; …`,
    see: async ({ page }: { page: Page }) => {
      await openWith(page, [buildDetailedPosting(changes(threshold))]);
      await expect((await cellBelow(page, title)).locator('[data-tone]')).toHaveCount(0);
      await page.unroute(LIST);
      await openWith(page, [buildDetailedPosting(changes(threshold + 1))]);
      const marked = (await cellBelow(page, title)).locator('[data-tone]');
      await expect(marked).toHaveCSS('color', title === 'Failed' ? 'rgb(180, 35, 42)' : 'rgb(143, 82, 0)');
      await expect(marked).toHaveCSS('font-weight', '600');
    },
  })),
  {
    says: 'Postings table highlights: … retries above 0; …',
    see: async ({ page }) => {
      await openWith(page, [buildDetailedPosting({ retry_count: 0 })]);
      await expect((await cellBelow(page, 'Retries')).getByText('0')).toHaveCSS('font-weight', '400');
      await page.unroute(LIST);
      await openWith(page, [buildDetailedPosting({ retry_count: 1 })]);
      await expect((await cellBelow(page, 'Retries')).getByText('1')).toHaveCSS('color', 'rgb(143, 82, 0)');
    },
  },
  {
    says: 'Postings table highlights: … visit counts shown when above 1.',
    see: async ({ page }) => {
      const status_durations = {
        pending: { total_ms: 1_000, visits: 1, avg_ms: 1_000 },
        posting: { total_ms: 2_000, visits: 2, avg_ms: 1_000 },
      };
      await openWith(page, [buildDetailedPosting({ status_durations })]);
      await expect(await cellBelow(page, 'Pending')).toHaveText('1.0s');
      await expect(await cellBelow(page, 'Posting')).toHaveText('2.0s×2');
    },
  },
]);
