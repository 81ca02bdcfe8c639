import type { listProblemReports, ProblemReport, ResponseOf } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { uuid } from '../../test/builders.ts';
import { admin, type ScreenCase } from './screenCase.ts';

const SENTENCES = [
  'I unlinked Mila Rose and she is still in the list.',
  'The queue says 3 tasks, but only two are shown. It began after I retried the flyer of yesterday, on my phone it is right.',
  'Скай Лайт не получает флаеры',
  'Slow',
] as const;
const USERS = ['Anna Petrova', 'Анастасия', '', 'Maximilian Featherstonehaugh-Cholmondeley'] as const;

const reportAt = (index: number): ProblemReport => ({
  id: uuid(index + 1),
  telegram_id: String(700_000_001 + index),
  user_name: USERS[index % USERS.length] ?? '',
  sentence: SENTENCES[index % SENTENCES.length] ?? '',
  build_id: 'index-DkX9a2Qp',
  request_ids: Array.from({ length: 14 }, (_, n) => uuid(100 * index + n)),
  is_cut: index % 5 === 1,
  log_bytes: index % 5 === 1 ? 2_097_000 : 38_000 + 9_700 * index,
  created_at: new Date(Date.parse('2026-03-01T12:00:00Z') - index * 4.7e6).toISOString(),
});

async function openReports(page: Page, count: number): Promise<void> {
  const reports = Array.from({ length: count }, (_, index) => reportAt(index));
  const answer: ResponseOf<typeof listProblemReports> = { reports, total: count * 3, total_pages: count === 0 ? 0 : 3 };
  await page.route('**/api/admin/problem-reports?*', (route) => route.fulfill({ json: answer }));
  await page.goto('/admin/reports');
  await page.getByRole('heading', { name: /^Reports \(\d/ }).waitFor();
}

export const REPORT_SCREENS: readonly ScreenCase[] = [
  admin('admin reports', async (page) => {
    await openReports(page, 20);
    await page
      .getByRole('button', { name: /details of/ })
      .nth(1)
      .click();
    await page.getByText('and 4 more in the file').waitFor();
  }),
];
