import type { Backups, FailureReport, listProblemReports, ResponseOf } from '@flyerdeck/contracts';
import { expect, type Page } from '@playwright/test';
import { buildAuditEvent } from '../../test/adminBuilders.ts';
import { uuid } from '../../test/builders.ts';
import { admin, type ScreenCase } from './screenCase.ts';

const NAMES = ['Luna Star', 'Anastasia Konstantinopolskaya-Alexandrova', 'Скай Лайт', ''] as const;
const times = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n));
const detail = (page: Page, name: RegExp) => page.getByRole('button', { name });

/** The last 7 days, with more failures on the sixth. */
const FAILURE_REPORT: FailureReport = {
  since: '2026-02-23T00:00:00.000Z',
  parts: times(7, (n) => ({
    at: `2026-02-${23 + n}T00:00:00.000Z`.replace('02-29', '03-01'),
    failures: n === 5 ? 164 : 12,
  })),
  groups: (
    [
      ['The post button was not found.', 160],
      ['The site asked for a captcha.', 64],
      ['', 12],
    ] as const
  ).map(([key, failures], index) => ({
    ...{ key, label: key, failures, postings: failures - index },
    counts: times(7, (n) => (n === 5 ? Math.round(failures * 0.7) : 4)),
  })),
};

const SENTENCES = [
  'I unlinked Mila Rose and she is still in the list.',
  'The queue says 3 tasks, but only two are shown. It began after I retried the flyer of yesterday, on my phone it is right.',
  'Скай Лайт не получает флаеры',
  'Slow',
] as const;

const REPORTS: ResponseOf<typeof listProblemReports> = {
  reports: times(20, (index) => ({
    id: uuid(index + 1),
    telegram_id: String(700_000_001 + index),
    user_name: NAMES[index % NAMES.length] ?? '',
    sentence: SENTENCES[index % SENTENCES.length] ?? '',
    build_id: 'index-DkX9a2Qp',
    request_ids: times(14, (n) => uuid(100 * index + n)),
    is_cut: index % 5 === 1,
    log_bytes: index % 5 === 1 ? 2_097_000 : 38_000 + 9_700 * index,
    created_at: new Date(Date.parse('2026-03-01T12:00:00Z') - index * 4.7e6).toISOString(),
  })),
  total: 60,
  total_pages: 3,
};

const at = (day: number) => new Date(Date.UTC(2026, 1, day, 4)).toISOString();
const BACKUPS: Backups = {
  every_hours: 24,
  keep: 7,
  is_late: true,
  asked_at: null,
  writing_since: null,
  failure: { at: at(28), error: 'The disk of /backups is full.' },
  test_restore: { backup: '2026-02-22T04-00-00Z', at: at(22), error: null, good_at: at(22) },
  backups: times(7, (n) => ({
    name: at(27 - n)
      .replace('.000', '')
      .replaceAll(':', '-'),
    made_at: at(27 - n),
    byte_size: 1_200_000_000 + n * 31_000_000,
    row_count: 9_000_000 + n * 240_000,
  })),
};

const AUDIT_SUMMARIES = [
  [
    'credits_adjusted',
    'Admin Adjustment, −12,000 credits, balance 1,100, “Booked twice by mistake, see the support thread”',
  ],
  ['purchase_booked', 'Purchase, +16,500 credits, balance 17,649, “Enterprise package, $199.99”'],
  ['exported', 'users, is active: true, search: konstantinopolskaya, sort by: first name, sort order: 1'],
  ['sessions_ended', '3 sessions'],
  ['promoted', ''],
] as const;
const AUDIT_EVENTS = times(20, (index) => {
  const [act, summary] = AUDIT_SUMMARIES[index % AUDIT_SUMMARIES.length] ?? AUDIT_SUMMARIES[0];
  const isExport = act === 'exported';
  return buildAuditEvent({
    ...{ id: uuid(400 + index), act, summary, at: `2026-03-01T12:${59 - index}:07.000Z` },
    ...(act === 'promoted' && { admin_telegram_id: null, admin_name: 'Product settings' }),
    target_telegram_id: isExport ? null : String(700_000_000 + index * 7919),
    target_name: isExport ? '' : (NAMES[index % NAMES.length] ?? ''),
  });
});

/** One screen for each kind of list, dialog and form of an admin. */
export const ADMIN_SCREENS: readonly ScreenCase[] = [
  admin('admin postings, one open', async (page) => {
    await page.goto('/admin/postings');
    await detail(page, /details of/)
      .first()
      .click();
    await page.getByRole('region', { name: 'Posting details' }).waitFor();
  }),
  admin('admin performance, as a table', async (page) => {
    await page.route('**/api/admin/failures?*', (route) => route.fulfill({ json: FAILURE_REPORT }));
    await page.goto('/admin/performance');
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    await page.getByRole('table', { name: /^Postings per day/ }).waitFor();
  }),
  admin('admin reports', async (page) => {
    await page.route('**/api/admin/problem-reports?*', (route) => route.fulfill({ json: REPORTS }));
    await page.goto('/admin/reports');
    await detail(page, /details of/)
      .nth(1)
      .click();
    await page.getByText('and 4 more in the file').waitFor();
  }),
  admin('admin backups', async (page) => {
    await page.route('**/api/admin/backups', (route) => route.fulfill({ json: BACKUPS }));
    await page.goto('/admin/backups');
    await page.getByText('The last attempt failed').waitFor();
  }),
  admin('admin page', async (page, { pageGuid }) => {
    await page.goto(`/admin/pages/${pageGuid}`);
    await page.getByRole('heading', { name: 'What Happened' }).waitFor();
  }),
  admin('admin audit log, details of one user', async (page) => {
    const json = { events: AUDIT_EVENTS, total: 1_204 };
    await page.route(/\/api\/admin\/audit\?/, (route) => route.fulfill({ json }));
    await page.goto('/admin/audit?user=700000000');
    for (const act of [/details of Credits adjusted/, /details of List exported/])
      await detail(page, act).first().click();
  }),
  admin('admin dashboard', async (page) => {
    await page.goto('/admin');
    await page.getByRole('region', { name: 'System Statistics' }).waitFor();
    await page.getByRole('heading', { name: 'Last 30 Days' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('figure')).toHaveCount(2);
  }),
  admin('admin users', async (page) => {
    await page.goto('/admin/users');
    await page.getByRole('table', { name: 'Users' }).getByRole('link').first().waitFor();
  }),
  admin('admin user, lists open', async (page, { telegramId }) => {
    await page.goto(`/admin/users/${telegramId}`);
    await page.getByRole('table', { name: 'Admin History' }).waitFor();
    for (const name of [/^Linked Pages/, /^Tasks/, /^Assistants/]) await page.getByRole('button', { name }).click();
  }),
  admin('admin credits, booking a purchase', async (page, { telegramId }) => {
    await page.goto(`/admin/credits?user=${telegramId}`);
    await page.getByRole('button', { name: /^Adjust Credits of/ }).click();
    // The server has answered with the balance.
    await page
      .getByRole('dialog')
      .getByText(/^\d+ credits$/)
      .waitFor();
    await page.getByText('Purchase', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Package' }).click();
    await page.getByText(/^Basic: /).click();
  }),
];
