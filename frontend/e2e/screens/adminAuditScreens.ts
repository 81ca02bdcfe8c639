import type { Page } from '@playwright/test';
import { buildAuditEvent } from '../../test/adminBuilders.ts';
import { uuid } from '../../test/builders.ts';
import { admin, type ScreenCase } from './screenCase.ts';

const AUDIT_SUMMARIES = {
  credits_adjusted:
    'Admin Adjustment, −12,000 credits, balance 1,100, “Booked twice by mistake, see the support thread”',
  purchase_booked: 'Purchase, +16,500 credits, balance 17,649, “Enterprise package, $199.99”',
  exported: 'users, is active: true, search: konstantinopolskaya, sort by: first name, sort order: 1',
  sessions_ended: '3 sessions',
  promoted: '',
} as const;
const NAMES = ['Luna Star', 'Anastasia Konstantinopolskaya-Alexandrova', 'Скай Лайт', ''] as const;
const AUDIT_EVENTS = Array.from({ length: 20 }, (_, index) => {
  const acts = Object.keys(AUDIT_SUMMARIES) as (keyof typeof AUDIT_SUMMARIES)[];
  const act = acts[index % acts.length] ?? 'promoted';
  const isExport = act === 'exported';
  return buildAuditEvent({
    ...{ id: uuid(400 + index), act, summary: AUDIT_SUMMARIES[act], at: `2026-03-01T12:${59 - index}:07.000Z` },
    ...(act === 'promoted' && { admin_telegram_id: null, admin_name: 'Product settings' }),
    target_telegram_id: isExport ? null : String(700_000_000 + index * 7919),
    target_name: isExport ? '' : (NAMES[index % NAMES.length] ?? ''),
  });
});

async function openAudit(page: Page, query: string): Promise<void> {
  await page.route(/\/api\/admin\/audit\?/, (route) => route.fulfill({ json: { events: AUDIT_EVENTS, total: 1_204 } }));
  await page.goto(`/admin/audit?${query}`);
  await page.getByRole('heading', { name: 'Events (1,204)' }).waitFor();
}

export const AUDIT_SCREENS: readonly ScreenCase[] = [
  admin('admin audit log, details of one user', async (page) => {
    await openAudit(page, 'user=700000000');
    for (const act of ['Credits adjusted', 'List exported']) {
      await page
        .getByRole('button', { name: new RegExp(`details of ${act}`) })
        .first()
        .click();
    }
  }),
];
