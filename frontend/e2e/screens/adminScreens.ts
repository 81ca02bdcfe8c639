import type { DetailedPosting, FailureReport, listDetailedPostings, ResponseOf } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { uuid } from '../../test/builders.ts';
import { buildAnalytics, buildDetailedPosting } from '../../test/postingBuilders.ts';
import { AUDIT_SCREENS } from './adminAuditScreens.ts';
import { PEOPLE_SCREENS } from './adminPeopleScreens.ts';
import { REPORT_SCREENS } from './adminReportScreens.ts';
import { BACKUP_SCREENS } from './backupScreens.ts';
import { PAGE_SCREENS } from './pageScreens.ts';
import { admin, failing, type ScreenCase } from './screenCase.ts';

type PostingsPage = ResponseOf<typeof listDetailedPostings>;

const TEXTS = [
  'Summer drop: 40 % off for the first hundred who come ☀️',
  'Three free days with Luna, from tonight until Sunday',
  '',
  'New series, 24 pictures from the coast: cliffs, the old lighthouse, the market in the morning',
] as const;
const PAGE_NAMES = ['Luna Star', 'Mila Rose', 'Anastasia Konstantinopolskaya', 'Скай Лайт'] as const;
const STATUSES = ['completed', 'failed', 'posting', 'pending', 'posted'] as const;

/** Postings in every state. Some are slow, and some were retried. */
const postingAt = (index: number): DetailedPosting => {
  const status = STATUSES[index % STATUSES.length] ?? 'completed';
  const text = TEXTS[index % TEXTS.length] ?? '';
  const isSlow = index % 3 === 0;
  return buildDetailedPosting({
    id: uuid(index + 1),
    status,
    description: text,
    task_description: text,
    page_name: PAGE_NAMES[index % PAGE_NAMES.length] ?? '',
    retry_count: index % 4,
    errorMessage: status === 'failed' ? 'The site asked for a captcha.' : null,
    total_duration: isSlow ? 412_000 : 28_000,
    status_durations: {
      pending: { total_ms: isSlow ? 260_000 : 4_000, visits: 1, avg_ms: 4_000 },
      ...(status !== 'pending' && {
        posting: { total_ms: isSlow ? 150_400 : 21_000, visits: 1 + (index % 4), avg_ms: 9_000 },
      }),
      ...(status === 'failed' && { failed: { total_ms: 600_000, visits: 1, avg_ms: 600_000 } }),
    },
  });
};

const answerPostings = (page: Page, answer: Partial<PostingsPage> = {}) =>
  page.route('**/api/page-postings/detailed-admin?*', (route) =>
    route.fulfill({
      json: {
        postings: Array.from({ length: 20 }, (_, index) => postingAt(index)),
        total_pages: 20_000,
        total: 1_000_000,
        ...answer,
      } satisfies PostingsPage,
    }),
  );

const openPostings = async (page: Page) => {
  await page.goto('/admin/postings');
  await page.getByRole('heading', { name: /^All Postings \(/ }).waitFor();
};
const firstDetail = (page: Page) => page.getByRole('button', { name: /details of/ }).first();

const POSTINGS_SCREENS: readonly ScreenCase[] = [
  admin('admin postings, one open', async (page) => {
    await openPostings(page);
    await firstDetail(page).click();
    await page.getByRole('region', { name: 'Posting details' }).waitFor();
  }),
];

/** The last 7 days, with more failures on the sixth. */
const FAILURE_REPORT: FailureReport = {
  since: '2026-02-23T00:00:00.000Z',
  parts: Array.from({ length: 7 }, (_, n) => ({
    at: `2026-02-${23 + n}T00:00:00.000Z`.replace('02-29', '03-01'),
    failures: n === 5 ? 164 : 12,
  })),
  groups: [
    ['The post button was not found.', 160],
    ['The site asked for a captcha.', 64],
    ['', 12],
  ].map(([key, failures], index) => ({
    ...{ key: String(key), label: String(key), failures: Number(failures), postings: Number(failures) - index },
    counts: Array.from({ length: 7 }, (_, n) => (n === 5 ? Math.round(Number(failures) * 0.7) : 4)),
  })),
};

const openPerformance = async (page: Page) => {
  await page.route('**/api/admin/failures?*', (route) => route.fulfill({ json: FAILURE_REPORT }));
  await page.goto('/admin/performance');
};

const PERFORMANCE_SCREENS: readonly ScreenCase[] = [
  admin('admin performance, as a table', async (page) => {
    await openPerformance(page);
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    await page.getByRole('table', { name: /^Postings per day/ }).waitFor();
  }),
];

/** One screen for each kind of list, dialog and form of an admin. */
export const ADMIN_SCREENS: readonly ScreenCase[] = [
  ...POSTINGS_SCREENS,
  ...PERFORMANCE_SCREENS,
  ...REPORT_SCREENS,
  ...BACKUP_SCREENS,
  ...PAGE_SCREENS,
  ...AUDIT_SCREENS,
  ...PEOPLE_SCREENS,
];
