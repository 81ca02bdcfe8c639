import type { PerformanceAnalytics } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildAnalytics } from '../../test/postingBuilders.ts';
import { changeAnswer, refuse } from './changedAnswer.ts';
import { expect, type SpecRow, specRows } from './specRow.ts';

const ANALYTICS = /\/api\/page-postings\/performance-analytics/;
const EMPTY_TEXT = 'No performance data available yet. Analytics will appear after postings are completed.';
const NOTHING = { total_analyzed: 0, recommendations: [], status_transitions: {}, bottlenecks: {} };
const RED = 'rgb(180, 35, 42)';
const ORANGE = 'rgb(143, 82, 0)';
const GREEN = 'rgb(21, 113, 58)';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true });
const openPerformance = ({ page }: { page: Page }) => page.goto('/admin/performance');
const openWith = async (page: Page, changes: Partial<PerformanceAnalytics> = {}) => {
  await page.unroute(ANALYTICS);
  await changeAnswer<PerformanceAnalytics>(page, ANALYTICS, () => buildAnalytics(changes));
  await openPerformance({ page });
  await expect(refresh(page)).toBeEnabled();
};
const range = (avg_ms: number) => ({ avg_ms, min_ms: 450, max_ms: 150_000 });
const times = (avg_ms: number) => ({ count: 1, avg_ms, min_ms: 0, max_ms: avg_ms });

const transitionCells = async (page: Page) =>
  page
    .getByRole('table', { name: 'Status Transition Performance' })
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

const ADMIN = { visitor: 'admin', open: ({ page }: { page: Page }) => openWith(page) } as const;

const hasRange = (says: string, name: string, text: string): SpecRow => ({
  says,
  look: ({ page }) => expect(card(page, name)).toContainText(text),
});

specRows('2 Admin performance', ADMIN, [
  {
    says: 'Refresh button.',
    see: async ({ page }) => {
      await openWith(page);
      await page.unroute(ANALYTICS);
      await changeAnswer(page, ANALYTICS, () => buildAnalytics({ total_analyzed: 77 }));
      await refresh(page).click();
      await expect(card(page, 'Total Analyzed')).toContainText('77');
    },
  },
  {
    says: "Cards: Total Analyzed ('Completed postings'), …",
    look: async ({ page }) => {
      await expect(card(page, 'Total Analyzed')).toContainText('412');
      await expect(card(page, 'Total Analyzed')).toContainText('Completed postings');
    },
  },
  hasRange("… Avg Total Time, … with a range 'min - max'.", 'Avg Total Time', '900ms - 7.0m'),
  hasRange("… Avg Posting Speed, … with a range 'min - max'.", 'Avg Posting Speed', '4.0s - 59.0s'),
  hasRange("… Avg Screenshot Time, each with a range 'min - max'.", 'Avg Screenshot Time', '800ms - 44.0s'),
  {
    says: 'Recommendations list.',
    look: ({ page }) =>
      expect(page.getByRole('region', { name: 'Recommendations' }).getByRole('listitem')).toHaveText([
        'Screenshots take 31.0s, more than 30.0s. Run more workers.',
      ]),
  },
  {
    says: 'Status Transition Performance table (Transition, Count, Average, Min, Max, Performance label).',
    look: async ({ page }) => {
      expect(await transitionCells(page)).toEqual([
        ['Transition', 'Count', 'Average', 'Min', 'Max', 'Performance'],
        ['Pending → Posting', '430', '10.0s', '10ms', '1.0m', 'excellent'],
        ['Posting → Posted', '412', '12.5s', '4.0s', '59.0s', 'good'],
        ['Posted → Completed', '412', '31.0s', '800ms', '44.0s', 'fair'],
        ['Failed → Pending', '9', '1.0m', '5.0s', '2.0m', 'poor'],
      ]);
    },
  },
  {
    says: "Performance Bottlenecks (first 6, each with a count labelled 'affected postings').",
    see: async ({ page }) => {
      const bottlenecks = { a: 70, b: 60, c: 50, d: 40, e: 30, f: 20, g: 10 };
      await openWith(page, { bottlenecks });
      await expect(page.getByRole('heading', { name: 'Performance Bottlenecks' })).toBeVisible();
      const items = page.getByRole('list', { name: 'Performance Bottlenecks' }).getByRole('listitem');
      await expect(items).toHaveText(
        ['a70', 'b60', 'c50', 'd40', 'e30', 'f20'].map((start) => `${start} affected postings`),
      );
    },
  },
  {
    says: `No data: '${EMPTY_TEXT}'`,
    see: async ({ page }) => {
      await openWith(page, NOTHING);
      await expect(page.getByText(EMPTY_TEXT, { exact: true })).toBeVisible();
      await expect(card(page, 'Avg Total Time')).toBeHidden();
    },
  },
]);

const LABELS = [
  ['under 10 s excellent', 9_999, 'excellent'],
  ['under 30 s good', 10_000, 'good'],
  ['under 30 s good (still)', 29_999, 'good'],
  ['under 60 s fair', 30_000, 'fair'],
  ['under 60 s fair (still)', 59_999, 'fair'],
  ['otherwise poor', 60_000, 'poor'],
] as const;

specRows(
  '4 Transition speed labels (average time)',
  { visitor: 'admin' },
  LABELS.map(([says, averageMs, label]) => ({
    says,
    see: async ({ page }) => {
      await openWith(page, { status_transitions: { 'posting -> posted': times(averageMs) } });
      const chip = page.getByRole('table', { name: 'Status Transition Performance' }).getByRole('row').last();
      await expect(chip.getByRole('cell').last()).toHaveText(label);
    },
  })),
);

specRows('7 The calls it makes: performance', { visitor: 'admin' }, [
  {
    says: 'GET /page-postings/performance-analytics?limit=500 | none',
    see: async ({ page }) => {
      const asked = page.waitForRequest(ANALYTICS);
      await openPerformance({ page });
      expect((await asked).url()).toMatch(/\/api\/page-postings\/performance-analytics\?limit=500$/);
    },
  },
]);

specRows('8 Admin: performance', { visitor: 'admin' }, [
  {
    says: "'Failed to load performance analytics'",
    see: async ({ page }) => {
      await refuse(page, ANALYTICS);
      await openPerformance({ page });
      const alert = page.getByRole('alert').filter({ hasText: 'Failed to load performance analytics' });
      await expect(alert).toBeVisible();
      await page.unroute(ANALYTICS);
      await changeAnswer(page, ANALYTICS, () => buildAnalytics());
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(card(page, 'Total Analyzed')).toBeVisible();
      await expect(alert).toBeHidden();
    },
  },
]);

const DURATIONS = [
  ['under 1000 ms as ms', 999, '999ms'],
  ['under 60000 ms as seconds with 1 decimal', 12_540, '12.5s'],
  ['otherwise minutes with 1 decimal', 150_000, '2.5m'],
] as const;

/** [card, field, medium above, slow above] */
const PACES = [
  ['Avg Total Time', 'total time above 300000 / 120000 ms', 'total_posting_time', 120_000, 300_000],
  ['Avg Posting Speed', 'posting speed above 60000 / 30000', 'claim_to_posted_time', 30_000, 60_000],
  ['Avg Screenshot Time', 'screenshot above 30000 / 15000', 'screenshot_generation_time', 15_000, 30_000],
] as const;

specRows('9 Business constants: performance', { visitor: 'admin' }, [
  {
    says: 'Performance analytics limit 500; bottlenecks shown: max 6.',
    see: async ({ page }) => {
      const asked = page.waitForRequest(ANALYTICS);
      await openWith(page, { bottlenecks: { a: 8, b: 7, c: 6, d: 5, e: 4, f: 3, g: 2, h: 1 } });
      expect(new URL((await asked).url()).searchParams.get('limit')).toBe('500');
      await expect(page.getByRole('list', { name: 'Performance Bottlenecks' }).getByRole('listitem')).toHaveCount(6);
    },
  },
  ...DURATIONS.map(([says, ms, text]) => ({
    says: `Duration display: … ${says} …`,
    see: async ({ page }: { page: Page }) => {
      await openWith(page, { total_posting_time: range(ms) });
      await expect(card(page, 'Avg Total Time').locator('[data-pace]')).toHaveText(new RegExp(`^${text}`));
    },
  })),
  ...PACES.map(([name, says, field, mediumMs, slowMs]) => ({
    says: `Colour thresholds (slow / medium): … ${says} …`,
    see: async ({ page }: { page: Page }) => {
      for (const [ms, colour] of [
        [mediumMs, GREEN],
        [mediumMs + 1, ORANGE],
        [slowMs, ORANGE],
        [slowMs + 1, RED],
      ] as const) {
        await openWith(page, { [field]: range(ms) });
        await expect(card(page, name).locator('[data-pace]')).toHaveCSS('color', colour);
      }
    },
  })),
]);
