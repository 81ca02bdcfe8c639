import {
  CALENDAR_POSTINGS_PER_PAGE,
  type CalendarPage,
  type CalendarPosting,
  type listCalendar,
  type listNextPosts,
  MAX_CALENDAR_DAYS,
  NEXT_POSTS_SHOWN,
  type NextPost,
  type ResponseOf,
} from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { unprocessable } from '../http/errors.ts';
import { planPages } from '../queue/plan.query.ts';
import { listCalendarPostings, listCalendarTasks, listPagesWithPostings } from './calendar.query.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface CalendarRange {
  readonly from: string;
  readonly until: string;
}

/** Throws 422 calendar.range. */
export function checkRange({ from, until }: CalendarRange): void {
  const lengthMs = Date.parse(until) - Date.parse(from);
  if (lengthMs > 0 && lengthMs <= MAX_CALENDAR_DAYS * DAY_MS) return;
  throw unprocessable(
    'calendar.range',
    `The end must be after the beginning, and at most ${MAX_CALENDAR_DAYS} days later.`,
  );
}

type Timed = { readonly at: string; readonly id: string };
const byTime = (a: Timed, b: Timed) => (a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1);

/** The postings that the pages have claimed, from `from` to `until`, and those that they will post, which are not limited to that time. */
async function readPostings(
  db: Db,
  ownerId: string,
  { from, until, page_guids }: CalendarRange & { readonly page_guids: readonly string[] },
) {
  const planned = await planPages(db, [ownerId, page_guids]);
  // Second, so that a posting that is claimed meanwhile is not missing.
  const claimed = await listCalendarPostings(db, [ownerId, page_guids, from, until]);
  const claimedIds = new Set(claimed.map(({ id }) => id));
  return { claimed, planned: planned.filter(({ id }) => id === null || !claimedIds.has(id)) };
}

/** The range must have been checked. */
export async function readCalendar(
  db: Db,
  ownerId: string,
  asked: CalendarRange & { readonly page_guids: readonly string[] },
): Promise<ResponseOf<typeof listCalendar>> {
  const [from, until] = [asked.from, asked.until].map((at) => new Date(at).toISOString()) as [string, string];
  const { claimed, planned } = await readPostings(db, ownerId, asked);
  const pages = new Map(asked.page_guids.map((guid): [string, CalendarPage] => [guid, emptyPage(guid)]));
  for (const { of_page, page_guid, ...posting } of claimed) {
    const page = pages.get(page_guid);
    if (page) page.left_out = of_page - page.postings.push(posting);
  }
  for (const { page_guid, id, at, ...posting } of planned) {
    const page = pages.get(page_guid);
    if (!page) continue;
    if (at === null) page.is_waiting = true;
    else if (id === null) page.after = at;
    else if (at >= from && at < until) page.postings.push({ ...posting, id, at, status: 'pending' });
  }
  for (const page of pages.values()) {
    page.left_out += Math.max(0, page.postings.length - CALENDAR_POSTINGS_PER_PAGE);
    page.postings = page.postings.sort(byTime).slice(0, CALENDAR_POSTINGS_PER_PAGE);
  }
  const shown = [...pages.values()];
  return {
    pages: shown,
    tasks: await tasksOf(
      db,
      ownerId,
      shown.flatMap(({ postings }) => postings),
    ),
  };
}

const emptyPage = (page_guid: string): CalendarPage => ({
  page_guid,
  postings: [],
  left_out: 0,
  after: null,
  is_waiting: false,
});

async function tasksOf(db: Db, ownerId: string, postings: readonly Pick<CalendarPosting, 'task_id'>[]) {
  const taskIds = [...new Set(postings.map(({ task_id }) => task_id))];
  return taskIds.length > 0 ? listCalendarTasks(db, [ownerId, taskIds]) : [];
}

/** What all pages of an owner will post within an hour; last the next posting of each page that waits for its device. */
export async function readNextPosts(db: Db, ownerId: string): Promise<ResponseOf<typeof listNextPosts>> {
  const nowMs = Date.now();
  // The database's clock, which the plan uses, may be behind.
  const range = { from: new Date(nowMs - HOUR_MS).toISOString(), until: new Date(nowMs + HOUR_MS).toISOString() };
  const pages = await listPagesWithPostings(db, [ownerId, range.from, range.until, null]);
  const page_guids = pages.map(({ guid }) => guid);
  const { claimed, planned } = await readPostings(db, ownerId, { ...range, page_guids });
  const ahead = claimed.filter(({ status, at }) => status === 'posting' || Date.parse(at) > nowMs);
  const timed: NextPost[] = ahead.map(({ of_page: _, ...row }) => row);
  const waiting: NextPost[] = [];
  for (const { id, at, ...row } of planned) {
    if (id === null) continue;
    if (at === null) waiting.push({ ...row, id, at, status: 'pending' });
    else if (at < range.until) timed.push({ ...row, id, at, status: 'pending' });
  }
  const posts = [...(timed as (NextPost & Timed)[]).sort(byTime), ...waiting];
  const shown = posts.slice(0, NEXT_POSTS_SHOWN);
  return { posts: shown, left_out: posts.length - shown.length, tasks: await tasksOf(db, ownerId, shown) };
}
