import { type CalendarPage, type listCalendar, MAX_CALENDAR_DAYS, type ResponseOf } from '@flyerdeck/contracts';
import { planStarts } from '../assistants/limitedForecast.ts';
import type { Db } from '../database/statement.ts';
import { unprocessable } from '../http/errors.ts';
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

/** Each of the pages, also without postings. */
function byPage(pageGuids: readonly string[], rows: readonly CalendarRow[]): CalendarPage[] {
  const pages = new Map(pageGuids.map((guid): [string, CalendarPage] => [guid, emptyPage(guid)]));
  for (const { page_guid, of_page, ...posting } of rows) {
    const page = pages.get(page_guid);
    if (!page) continue;
    page.postings.push(posting);
    page.left_out = of_page - page.postings.length;
  }
  return [...pages.values()];
}

const emptyPage = (page_guid: string): CalendarPage => ({ page_guid, postings: [], left_out: 0 });

/** Throws 422 calendar.range. */
export async function readCalendar(
  db: Db,
  ownerId: string,
  { from, until, page_guids }: CalendarRange & { readonly page_guids: readonly string[] },
): Promise<ResponseOf<typeof listCalendar>> {
  checkRange({ from, until });
  const { starts } = await planStarts(db, { ownerId });
  const rows = await listCalendarPostings(db, [ownerId, page_guids, from, until, JSON.stringify(starts)]);
  const taskIds = [...new Set(rows.map(({ task_id }) => task_id))];
  return {
    pages: byPage(page_guids, rows),
    tasks: taskIds.length > 0 ? await listCalendarTasks(db, [ownerId, taskIds]) : [],
  };
}
