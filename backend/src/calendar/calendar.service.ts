import {
  CALENDAR_POSTINGS_PER_PAGE,
  type CalendarPage,
  type CalendarPosting,
  type listCalendar,
  type listNextPosts,
  MAX_CALENDAR_DAYS,
  NEXT_POSTS_SHOWN,
  type ResponseOf,
} from '@flyerdeck/contracts';
import { MINUTE } from '../assistants/plan/permittedTime.ts';
import { planPages, toDate } from '../assistants/plan/planPages.ts';
import type { Db } from '../database/statement.ts';
import { unprocessable } from '../http/errors.ts';
import type { PlanName } from '../plans/plans.ts';
import { type CalendarRow, listCalendarPostings, listCalendarTasks, listPagesWithPostings } from './calendar.query.ts';

const DAY_MS = 86_400_000;

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

type Row = Omit<CalendarRow, 'of_page'> & Pick<CalendarPosting, 'off_by_minutes'>;

/** What the pages will post. */
async function readPlanned(
  db: Db,
  ownerId: string,
  { from, until, page_guids }: CalendarRange & { readonly page_guids: readonly string[] },
): Promise<Row[]> {
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)];
  const wanted = new Set(page_guids);
  const rows: Row[] = [];
  await planPages(db, { ownerId, pageGuids: page_guids }, ({ page: { guid, plan }, posting, publishAt, offBy }) => {
    const at = toDate(publishAt);
    if (!wanted.has(guid) || at.getTime() < fromMs || at.getTime() >= untilMs) return;
    rows.push({
      page_guid: guid,
      id: posting.id as string,
      task_id: posting.taskId as string,
      at: at.toISOString(),
      status: 'pending',
      is_duplicate: posting.isDuplicate,
      off_by_minutes: plan.is_online ? Math.ceil(offBy / MINUTE) : null,
    });
  });
  return rows;
}

type Timed = Pick<CalendarPosting, 'at' | 'id'>;
const byTime = (a: Timed, b: Timed) => (a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1);

/** Each of the pages, also without postings. */
function byPage(pageGuids: readonly string[], posted: readonly CalendarRow[], planned: readonly Row[]): CalendarPage[] {
  const pages = new Map(pageGuids.map((guid): [string, CalendarPage] => [guid, emptyPage(guid)]));
  const add = (page: CalendarPage, { page_guid: _, ...posting }: Row) => page.postings.push(posting);
  for (const { of_page, ...row } of posted) {
    const page = pages.get(row.page_guid);
    if (page) page.left_out = of_page - add(page, { ...row, off_by_minutes: 0 });
  }
  const claimed = new Set(posted.map(({ id }) => id));
  for (const row of planned) {
    const page = pages.get(row.page_guid);
    if (page && !claimed.has(row.id)) add(page, row);
  }
  for (const page of pages.values()) {
    page.left_out += Math.max(0, page.postings.length - CALENDAR_POSTINGS_PER_PAGE);
    page.postings = page.postings.sort(byTime).slice(0, CALENDAR_POSTINGS_PER_PAGE);
  }
  return [...pages.values()];
}

const emptyPage = (page_guid: string): CalendarPage => ({ page_guid, postings: [], left_out: 0 });

export const CALENDAR: PlanName<typeof readCalendar> = 'calendar';

/** The range must have been checked. */
export async function readCalendar(
  db: Db,
  ownerId: string,
  asked: CalendarRange & { readonly page_guids: readonly string[] },
): Promise<ResponseOf<typeof listCalendar>> {
  const { from, until, page_guids } = asked;
  const planned = await readPlanned(db, ownerId, asked);
  // Second, so that a posting that is claimed meanwhile is not missing.
  const posted = await listCalendarPostings(db, [ownerId, page_guids, from, until]);
  const pages = byPage(page_guids, posted, planned);
  return {
    pages,
    tasks: await tasksOf(
      db,
      ownerId,
      pages.flatMap(({ postings }) => postings),
    ),
  };
}

async function tasksOf(db: Db, ownerId: string, postings: readonly Pick<Row, 'task_id'>[]) {
  const taskIds = [...new Set(postings.map(({ task_id }) => task_id))];
  return taskIds.length > 0 ? listCalendarTasks(db, [ownerId, taskIds]) : [];
}

export const NEXT_POSTS: PlanName<typeof readNextPosts> = 'next posts';
const HOUR_MS = 3_600_000;

const isOffline = ({ off_by_minutes }: Row): boolean => off_by_minutes === null;

/** What all pages of an owner will post within an hour; last what waits for pages that are offline. */
export async function readNextPosts(db: Db, ownerId: string): Promise<ResponseOf<typeof listNextPosts>> {
  const nowMs = Date.now();
  // The database's clock, which the plan uses, may be behind.
  const range = { from: new Date(nowMs - HOUR_MS).toISOString(), until: new Date(nowMs + HOUR_MS).toISOString() };
  const pages = await listPagesWithPostings(db, [ownerId, range.from, range.until, null]);
  const page_guids = pages.map(({ guid }) => guid);
  const planned = await readPlanned(db, ownerId, { ...range, page_guids });
  // Second, as in the calendar.
  const claimed = await listCalendarPostings(db, [ownerId, page_guids, range.from, range.until]);
  const claimedIds = new Set(claimed.map(({ id }) => id));
  const ahead = claimed.filter(({ status, at }) => status === 'posting' || Date.parse(at) > nowMs);
  const posts: Row[] = [
    ...ahead.map(({ of_page: _, ...row }) => ({ ...row, off_by_minutes: 0 })),
    ...planned.filter(({ id }) => !claimedIds.has(id)),
  ];
  const shown = posts
    .sort((a, b) => Number(isOffline(a)) - Number(isOffline(b)) || byTime(a, b))
    .slice(0, NEXT_POSTS_SHOWN);
  return { posts: shown, left_out: posts.length - shown.length, tasks: await tasksOf(db, ownerId, shown) };
}
