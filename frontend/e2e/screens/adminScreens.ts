import type { FailureReport } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { AUDIT_SCREENS } from './adminAuditScreens.ts';
import { PEOPLE_SCREENS } from './adminPeopleScreens.ts';
import { REPORT_SCREENS } from './adminReportScreens.ts';
import { BACKUP_SCREENS } from './backupScreens.ts';
import { PAGE_SCREENS } from './pageScreens.ts';
import { admin, type ScreenCase } from './screenCase.ts';

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
