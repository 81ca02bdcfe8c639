import type { TrendDay } from '@flyerdeck/contracts';
import { expect, type Page } from '@playwright/test';
import { buildTrendDay } from '../../test/adminBuilders.ts';
import { admin, type ScreenCase } from './screenCase.ts';

const LATEST_DAY_MS = Date.UTC(2026, 2, 1);
const DAY_MS = 86_400_000;

const daysOf = (count: number, changesOn: (index: number) => Partial<TrendDay>) =>
  Array.from({ length: count }, (_, index) =>
    buildTrendDay({
      day: new Date(LATEST_DAY_MS - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
      ...changesOn(index),
    }),
  );

/** Weeks with quiet weekends, and numbers above a million. */
const busyDay = (index: number): Partial<TrendDay> => {
  const share = (index % 7 < 2 ? 0.3 : 1) * (0.6 + ((index * 37) % 40) / 100);
  return {
    new_users: Math.round(140 * share),
    credits_bought: index % 5 === 0 ? 1_240_000 : Math.round(420_000 * share),
    credits_granted: Math.round(60_000 * share),
    credits_spent: Math.round(510_000 * share),
    postings: {
      completed: Math.round(48_000 * share),
      posted: Math.round(900 * share),
      posting: index > 80 ? 400 : 0,
      pending: index > 80 ? 5_200 : 0,
      failed: Math.round(2_100 * share),
    },
  };
};

const openCharts = async (page: Page, address: string, days: TrendDay[], charts: number) => {
  await page.route('**/api/admin/trends?*', (route) => route.fulfill({ json: { days } }));
  await page.goto(address);
  await page.getByRole('figure').last().scrollIntoViewIfNeeded();
  await expect(page.locator('[role=figure] svg')).toHaveCount(charts);
};

/** The charts by day: many days, one day, and nothing. */
export const CHART_SCREENS: Readonly<Record<string, readonly ScreenCase[]>> = {
  'admin charts': [
    admin('admin dashboard, 90 days', (page) => openCharts(page, '/admin?days=90', daysOf(90, busyDay), 2)),
    admin('admin dashboard, one busy day', (page) =>
      openCharts(
        page,
        '/admin?days=7',
        daysOf(7, (index) => (index === 6 ? { new_users: 3, credits_granted: 450 } : {})),
        2,
      ),
    ),
    admin('admin dashboard, nothing in the range', (page) =>
      openCharts(
        page,
        '/admin?days=7',
        daysOf(7, () => ({})),
        2,
      ),
    ),
    admin('admin performance, 90 days', (page) =>
      openCharts(page, '/admin/performance?days=90', daysOf(90, busyDay), 2),
    ),
  ],
};
