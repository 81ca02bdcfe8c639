import type { PageDiagnosis, PageEvent } from '@flyerdeck/contracts';
import { buildPage, uuid } from '../../test/builders.ts';
import { admin, type ScreenCase } from './screenCase.ts';

const at = (minutes: number) => new Date(Date.parse('2026-03-01T12:00:00Z') - minutes * 60_000).toISOString();

const ERROR = "Posting failed: the creator site answered 'Something went wrong. Please try again later.'";
const EVENTS = Array.from({ length: 12 }, (_, n): PageEvent[] => [
  ...(n === 0
    ? [
        {
          at: at(3),
          kind: 'not_found',
          posting_id: null,
          task_id: null,
          from_status: null,
          to_status: null,
          text: 'post button',
        } as const,
      ]
    : []),
  {
    at: at(n * 47 + 5),
    kind: 'step',
    posting_id: uuid(100 + n),
    task_id: uuid(200 + n),
    from_status: 'posting',
    to_status: n % 4 === 1 ? 'failed' : 'posted',
    text: n % 4 === 1 ? ERROR : null,
  },
  {
    at: at(n * 47 + 6),
    kind: 'step',
    posting_id: uuid(100 + n),
    task_id: uuid(200 + n),
    from_status: 'pending',
    to_status: 'posting',
    text: null,
  },
]).flat();

const DIAGNOSIS: PageDiagnosis = {
  page: buildPage({
    guid: uuid(1),
    name: 'Luna Vale',
    username: 'lunavale',
    health: 'site_changed',
    pack_misses: { version: 5, elements: ['steps.5.publish'] },
  }),
  unlinked_at: null,
  owner: { telegram_id: '42', name: 'Anna Bell', is_active: true, is_posting_active: true, credits_balance: 12_250 },
  device: { browser: 'Chrome 140 on Windows', linked_at: at(90_000) },
  site_pack: { used: 4, wanted: 5, may_post: true },
  refused: { kind: 'content', at: at(2_880) },
  pending_count: 312,
  next: {
    posting_id: uuid(3),
    task_id: uuid(4),
    assistant_name: 'Spring promotion with friends',
    queued_at: at(240),
    wait_reason: 'site_changed',
    wait_until: null,
  },
  in_flight: null,
  events: EVENTS,
};

export const PAGE_SCREENS: readonly ScreenCase[] = [
  admin('admin page', async (page) => {
    await page.route('**/api/admin/pages/*', (route) => route.fulfill({ json: DIAGNOSIS }));
    await page.goto(`/admin/pages/${uuid(1)}`);
    await page.getByRole('heading', { name: 'What Happened' }).waitFor();
  }),
];
