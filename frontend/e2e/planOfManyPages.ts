import type { CalendarPage, CalendarPosting, CalendarTask, Page as LinkedPage } from '@flyerdeck/contracts';
import { CALENDAR_PAGES, NEXT_POSTS_SHOWN } from '@flyerdeck/contracts/queue.values';
import type { Page } from '@playwright/test';
import { buildPage, uuid } from '../test/builders.ts';
import { flyerJpeg } from './flyerImages.ts';

const HOUR_MS = 3_600_000;
const POSTINGS_EACH = 10;

/** In the shown week the clocks of Europe/Berlin change on Sunday. */
export const PLAN_ADDRESS = '/?view=queue&planDay=2026-03-25';
const MONDAY_MS = Date.parse('2026-03-22T23:00:00Z');

const TASKS: CalendarTask[] = ['Evening', 'Morning'].map((assistant_name, sequence_order) => ({
  id: uuid(9_000 + sequence_order),
  assistant_id: uuid(9_100 + sequence_order),
  assistant_name,
  description: 'Three free days, from tonight until Sunday',
  sequence_order,
  file_id: uuid(9_200 + sequence_order),
}));

/** Postings of every part of the week, those of its first half done, and one of them failed. */
const plannedOf = (page_guid: string): CalendarPage => ({
  page_guid,
  left_out: 0,
  after: null,
  is_waiting: false,
  postings: Array.from({ length: POSTINGS_EACH }, (_, n) => ({
    id: `${page_guid.slice(0, 24)}${String(n).padStart(12, '0')}`,
    task_id: uuid(9_000 + (n % 2)),
    at: new Date(MONDAY_MS + n * 17 * HOUR_MS).toISOString(),
    status: n === 3 ? ('failed' as const) : n < POSTINGS_EACH / 2 ? ('completed' as const) : ('pending' as const),
    is_duplicate: false,
  })),
});

/** Answers the plan of so many pages, each with ten postings, and with one of the next hour on the first 60 pages. */
export async function answerPlanOf(page: Page, count: number, nameOf: (n: number) => string): Promise<void> {
  const pages: LinkedPage[] = Array.from({ length: count }, (_, n) =>
    buildPage({ guid: uuid(n), name: nameOf(n), tags: n % 2 === 0 ? ['even'] : ['odd'] }),
  );
  await page.route('**/api/get_user_pages', (route) => route.fulfill({ json: { pages } }));
  const flyers = await Promise.all([flyerJpeg(20), flyerJpeg(200)]);
  await page.route('**/api/get_image/*', (route) =>
    route.fulfill({ body: flyers[Number(route.request().url().includes('9201'))], contentType: 'image/jpeg' }),
  );
  await page.route('**/api/queue/calendar?*', (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const wanted = pages.filter(
      ({ name, tags }) =>
        name?.toLowerCase().includes(asked.get('search')?.toLowerCase() ?? '') &&
        tags.includes(asked.get('tag') ?? tags[0] ?? ''),
    );
    const part = Number(asked.get('page'));
    return route.fulfill({
      json: {
        pages: wanted.slice((part - 1) * CALENDAR_PAGES, part * CALENDAR_PAGES).map(({ guid }) => plannedOf(guid)),
        total_pages: wanted.length,
        next: pages.slice(0, NEXT_POSTS_SHOWN).map(({ guid }, n) => ({
          ...(plannedOf(guid).postings.at(-1) as CalendarPosting),
          page_guid: guid,
          at: new Date(Date.now() + (n - 2) * 90_000).toISOString(),
        })),
        next_left_out: 60 - NEXT_POSTS_SHOWN,
        tasks: TASKS,
      },
    });
  });
}
