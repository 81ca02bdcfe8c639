import {
  CALENDAR_POSTINGS_PER_PAGE,
  type CalendarPage,
  type CalendarPosting,
  type listCalendar,
  MAX_CALENDAR_DAYS,
  type ResponseOf,
} from '@flyerdeck/contracts';
import { MINUTE } from '../assistants/plan/permittedTime.ts';
import { planPages, toDate } from '../assistants/plan/planPages.ts';
import type { Db } from '../database/statement.ts';
import { unprocessable } from '../http/errors.ts';
import type { PlanName } from '../plans/plans.ts';
import { type CalendarRow, listCalendarPostings, listCalendarTasks } from './calendar.query.ts';

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
    const [, , isDuplicate, , , , , id, taskId] = posting;
    rows.push({
      page_guid: guid,
      id: id as string,
      task_id: taskId as string,
      at: at.toISOString(),
      status: 'pending',
      is_duplicate: isDuplicate === 1,
      off_by_minutes: plan.is_online ? Math.ceil(offBy / MINUTE) : null,
    });
  });
  return rows;
}

const byTime = (a: CalendarPage['postings'][number], b: CalendarPage['postings'][number]) =>
  a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1;

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
  const taskIds = [...new Set(pages.flatMap(({ postings }) => postings.map(({ task_id }) => task_id)))];
  return {
    pages,
    tasks: taskIds.length > 0 ? await listCalendarTasks(db, [ownerId, taskIds]) : [],
  };
}
