import type { Assistant, Attention, Forecast, Page as LinkedPage, PickerPage } from '@flyerdeck/contracts';
import { ATTENTION_KINDS, type AttentionKind, EXTENSION_VERSION } from '@flyerdeck/contracts';
import type { Locator, Page } from '@playwright/test';
import { buildAssistant, buildPage, buildRules, buildTask, uuid } from '../test/builders.ts';

const NAMES = ['Luna Star', 'Mila Rose', 'Vera Moon', 'Nora Lake', 'Ivy Snow'] as const;

/** Every third page is inactive, and the first fifth has the tag `first`. */
export const manyPages = (count: number): LinkedPage[] =>
  Array.from({ length: count }, (_, n) =>
    buildPage({
      guid: uuid(n),
      name: `${NAMES[n % NAMES.length]} ${n}`,
      username: `page_${n}`,
      creator_id: String(8_812_300 + n),
      extension_version: EXTENSION_VERSION,
      is_active: n % 3 > 0,
      is_paid: n % 4 > 0,
      paid_until: n % 4 > 0 ? '2099-03-02T12:00:00Z' : null,
      credits_charged: n % 4 > 0 ? 10 : 0,
      health: n % 25 === 1 ? 'logged_out' : 'ok',
      tags: [
        ...(n < count / 5 ? ['first'] : []),
        'promo',
        ...(n % 2 === 0 ? ['even'] : []),
        ...(n % 9 === 0 ? ['vip'] : []),
      ],
    }),
  );

export const answerPages = (page: Page, pages: readonly LinkedPage[]) =>
  page.route('**/api/get_user_pages', (route) => route.fulfill({ json: { pages } }));

const NO_ATTENTION: Attention = {
  ...(Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0])) as Record<AttentionKind, number>),
  posting_paused: null,
  rows: [],
};

const FORECAST: Forecast = {
  pages: 12,
  flyers: 3,
  postings: 36,
  credits_needed: 120,
  credits_balance: 3_000,
  shortfall: 0,
  first_at: '2026-03-01T12:00:00Z',
  last_at: '2026-03-01T20:00:00Z',
  is_last_known: true,
  limited_pages: 0,
  posting_paused: null,
  problem: null,
  warnings: [],
};

export const manyAssistants = (count: number): Assistant[] =>
  Array.from({ length: count }, (_, n) =>
    buildAssistant({
      _id: uuid(5_000 + n),
      name: `Drop ${n}`,
      // Waiting assistants are open, and load when they come near the viewport.
      status: n % 4 === 3 ? 'completed' : 'waiting',
      posting_rules: buildRules({
        target_pages: Array.from({ length: 12 }, (_, k) => uuid(200 + 3 * k)),
        target_tags: ['vip'],
      }),
      active_task_count: 3,
    }),
  );

/** Answers the calls of the dashboard for so many pages and assistants. */
export async function answerAccount(page: Page, pages: readonly LinkedPage[], assistants: readonly Assistant[]) {
  await answerPages(page, pages);
  const picker = pages.map(({ guid, name, tags }): PickerPage => ({ id: guid, name, avatarUrl: null, tags }));
  const tags = [...new Set(pages.flatMap((one) => one.tags))].sort();
  await page.route('**/api/pages', (route) => route.fulfill({ json: { pages: picker, tags } }));
  await page.route('**/api/attention', (route) =>
    route.fulfill({ json: { ...NO_ATTENTION, offline: Math.ceil(pages.length / 3), failed: 12 } satisfies Attention }),
  );
  await page.route('**/api/assistants', (route) => route.fulfill({ json: assistants }));
  await page.route('**/api/assistants/*/forecast', (route) => route.fulfill({ json: FORECAST }));
  await page.route('**/api/assistants/*/tasks?*', (route) => {
    const assistant_id = new URL(route.request().url()).pathname.split('/')[3] ?? '';
    const tasks = [0, 1, 2].map((n) =>
      buildTask({
        _id: `${assistant_id.slice(0, 24)}${assistant_id.slice(-6)}${String(n).padStart(6, '0')}`,
        assistant_id,
        status: 'waiting',
        sequence_order: n,
        description: 'Three free days, from tonight until Sunday',
      }),
    );
    return route.fulfill({ json: tasks });
  });
}

export const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** Opens the link of the bot to an assistant. Returns its card when everything near the viewport is loaded. */
export async function openAssistant(page: Page, { _id, name, status }: Assistant): Promise<Locator> {
  await page.goto(`/?view=assistants&expandAssistant=${_id}`);
  const card = page.getByRole('article', { name, exact: true });
  await card.getByRole('button', { name: 'Add to Queue' }).waitFor();
  if (status === 'waiting') await card.getByRole('figure', { name: 'Forecast' }).waitFor();
  await page.waitForLoadState('networkidle');
  return card;
}
