import {
  CALENDAR_PAGES,
  CALENDAR_POSTINGS_PER_PAGE,
  type CalendarPage,
  type CreditOutlook,
  type listCalendar,
  MAX_CALENDAR_DAYS,
  NEXT_POSTS_SHOWN,
  type NextPost,
  PAGE_DAY_CREDITS,
  type QueryOf,
  type ResponseOf,
} from '@flyerdeck/contracts';
import { type Db, oneRow } from '../../database/statement.ts';
import { unprocessable } from '../../server/http/errors.ts';
import { nextRunAt } from '../repeats/nextRun.ts';
import { scheduleOf } from '../repeats/runRepeats.ts';
import {
  type ComingRepeat,
  findOutlookDays,
  listCalendarPostings,
  listCalendarTasks,
  listComingRepeats,
  listPagesWithPostings,
  type PlannedRow,
  planFees,
  planPages,
} from './calendar.query.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Asked = QueryOf<typeof listCalendar>;
type Timed = { readonly at: string; readonly id: string };
const byTime = (a: Timed, b: Timed) => (a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1);
const isoTime = (atMs: number) => new Date(atMs).toISOString();

export async function readCalendar(db: Db, ownerId: string, asked: Asked): Promise<ResponseOf<typeof listCalendar>> {
  const [fromMs, untilMs] = [Date.parse(asked.from), Date.parse(asked.until)];
  if (untilMs <= fromMs || untilMs - fromMs > MAX_CALENDAR_DAYS * DAY_MS) {
    throw unprocessable(
      'calendar.range',
      `The end must be after the beginning, and at most ${MAX_CALENDAR_DAYS} days later.`,
    );
  }
  const { assistant_id: assistantId = null, tag = null, search = '', page = 1 } = asked;
  const [from, until] = [isoTime(fromMs), isoTime(untilMs)];
  const listed = await listPagesWithPostings(db, [ownerId, from, until, assistantId, tag, search.trim()]);
  const guids = listed.map(({ guid }) => guid).slice((page - 1) * CALENDAR_PAGES, page * CALENDAR_PAGES);
  const planned = await planPages(db, [ownerId]);
  const { posts, ...next } = await readNext(db, ownerId, planned, assistantId);
  // After the plan, so that a posting that is claimed meanwhile is not missing.
  const claimed = await listCalendarPostings(db, [ownerId, guids, from, until, assistantId]);
  const claimedIds = new Set(claimed.map(({ id }) => id));

  const pages = new Map(guids.map((page_guid): [string, CalendarPage] => [page_guid, emptyPage(page_guid)]));
  for (const { of_page, page_guid, ...posting } of claimed) {
    const page = pages.get(page_guid);
    if (page) page.left_out = of_page - page.postings.push(posting);
  }
  for (const { page_guid, id, at, assistant_id, ...posting } of planned) {
    const page = pages.get(page_guid);
    if (!page) continue;
    if (at === null) page.is_waiting = true;
    else if (id === null) page.after = at;
    else if (assistantId !== null && assistant_id !== assistantId) continue;
    else if (at >= from && at < until && !claimedIds.has(id))
      page.postings.push({ ...posting, id, at, status: 'pending' });
  }
  for (const page of pages.values()) {
    page.left_out += Math.max(0, page.postings.length - CALENDAR_POSTINGS_PER_PAGE);
    page.postings = page.postings.sort(byTime).slice(0, CALENDAR_POSTINGS_PER_PAGE);
  }
  const shown = [...pages.values()];
  const taskIds = new Set([...posts, ...shown.flatMap(({ postings }) => postings)].map(({ task_id }) => task_id));
  return {
    pages: shown,
    total_pages: listed.length,
    next: posts,
    ...next,
    tasks: taskIds.size > 0 ? await listCalendarTasks(db, [ownerId, [...taskIds]]) : [],
  };
}

const emptyPage = (page_guid: string): CalendarPage => ({
  page_guid,
  postings: [],
  left_out: 0,
  after: null,
  is_waiting: false,
});

/** Within an hour; last the next posting of each page that waits for its device. */
async function readNext(db: Db, ownerId: string, planned: readonly PlannedRow[], assistantId: string | null) {
  const nowMs = Date.now();
  const until = isoTime(nowMs + HOUR_MS);
  // The database's clock, which the plan uses, may be behind.
  const claimed = await listCalendarPostings(db, [ownerId, null, isoTime(nowMs - HOUR_MS), until, assistantId]);
  const claimedIds = new Set(claimed.map(({ id }) => id));
  const timed: (NextPost & Timed)[] = claimed
    .filter(({ status, at }) => status === 'posting' || Date.parse(at) > nowMs)
    .map(({ of_page: _, ...row }) => row);
  const waiting: NextPost[] = [];
  for (const { id, at, assistant_id, ...row } of planned) {
    if (id === null || claimedIds.has(id) || (assistantId !== null && assistant_id !== assistantId)) continue;
    if (at === null) waiting.push({ ...row, id, at, status: 'pending' });
    else if (at < until) timed.push({ ...row, id, at, status: 'pending' });
  }
  const posts = [...timed.sort(byTime), ...waiting];
  return {
    posts: posts.slice(0, NEXT_POSTS_SHOWN),
    next_left_out: Math.max(0, posts.length - NEXT_POSTS_SHOWN),
    next_waiting: waiting.length,
  };
}

function runTimes(repeat: ComingRepeat, end: Date): Date[] {
  const left = repeat.max_runs === null ? Number.POSITIVE_INFINITY : repeat.max_runs - repeat.runs;
  const times: Date[] = [];
  let at: Date | null = repeat.next_at;
  while (at !== null && at < end && times.length < left) {
    times.push(at);
    at = nextRunAt(scheduleOf(repeat), at);
  }
  return times;
}

/** Postings of repeats count as claimed at once. The time zone must have been checked. */
export async function readCreditOutlook(db: Db, ownerId: string, timeZone: string): Promise<CreditOutlook> {
  const { balance, days, waits_for_credits } = await oneRow(findOutlookDays(db, [ownerId, timeZone]));
  const end = new Date(days.at(-1)?.until ?? 0);
  const claims = (await listComingRepeats(db, [ownerId])).flatMap((repeat) =>
    runTimes(repeat, end).flatMap((at) => repeat.page_guids.map((guid) => ({ guid, at }))),
  );
  const { fees, after, offline_pages } = await oneRow(
    planFees(db, [ownerId, claims.map(({ guid }) => guid), claims.map(({ at }) => at), end]),
  );
  const feesFrom = (start: number, until: number) =>
    fees.filter((at) => at.getTime() >= start && at.getTime() < until).length;
  return {
    credits_balance: balance,
    credits: fees.length * PAGE_DAY_CREDITS,
    days: days.map(({ day, until }, index) => ({
      day,
      credits: feesFrom(days[index - 1]?.until ?? 0, until) * PAGE_DAY_CREDITS,
    })),
    ends_at: fees[Math.floor(balance / PAGE_DAY_CREDITS)]?.toISOString() ?? null,
    offline_pages,
    waits_for_credits,
    after: after !== null && after < end ? after.toISOString() : null,
  };
}
