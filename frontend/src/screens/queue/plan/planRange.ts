import type { CalendarPage, CalendarPosting, CalendarTask } from '@flyerdeck/contracts/types';
import dayjs from 'dayjs';
import { groupBy } from '../../../lib/compare.ts';
import { formatWeekdayDateTime } from '../../../lib/formatDate.ts';
import { clockFormat, formatClock } from '../../../lib/hourClock.ts';
import { addDays, daysBetween, type PlanSpan } from './planView.ts';

const DAYS_OF_WEEK = 7;
const HOURS_OF_DAY = 24;

interface PlanRange {
  readonly span: PlanSpan;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly from: string;
  readonly until: string;
}

export const dayOf = (at: string | number): string => dayjs(at).format('YYYY-MM-DD');

export function planRange(span: PlanSpan, firstDay: string): PlanRange {
  const lastDay = span === 'week' ? addDays(firstDay, DAYS_OF_WEEK - 1) : firstDay;
  // A day without a midnight begins with its first moment.
  const startOf = (start: string) => dayjs(start).toISOString();
  return { span, firstDay, lastDay, from: startOf(firstDay), until: startOf(addDays(lastDay, 1)) };
}

export function slotsOf({ span, firstDay }: PlanRange): { readonly label: string; readonly name: string }[] {
  if (span === 'week') {
    return Array.from({ length: DAYS_OF_WEEK }, (_, index) => {
      const day = dayjs(addDays(firstDay, index));
      return { label: day.format('ddd D'), name: day.format('dddd, MMM D') };
    });
  }
  const day = dayjs(firstDay).format('dddd, MMM D');
  return Array.from({ length: HOURS_OF_DAY }, (_, hour) => {
    const padded = String(hour).padStart(2, '0');
    return {
      label: clockFormat() === 'HH:mm' ? padded : dayjs(firstDay).hour(hour).format('ha'),
      name: `${day}, ${formatClock(`${padded}:00`)} to ${formatClock(`${padded}:59`)}`,
    };
  });
}

/** The column of a time. An hour that a change of the clocks repeats has one column. Null outside the range. */
export function slotIndexOf(at: string, { span, firstDay, lastDay }: PlanRange): number | null {
  const day = dayOf(at);
  if (day < firstDay || day > lastDay) return null;
  return span === 'week' ? daysBetween(firstDay, day) : dayjs(at).hour();
}

const OUTSIDE = -1;

export function bySlot(postings: readonly CalendarPosting[], range: PlanRange): Map<number, CalendarPosting[]> {
  const slots = groupBy(postings, ({ at }) => slotIndexOf(at, range) ?? OUTSIDE);
  slots.delete(OUTSIDE);
  return slots;
}

export function rangeTitle({ firstDay, lastDay }: PlanRange): string {
  const last = dayjs(lastDay).format('MMM D, YYYY');
  return firstDay === lastDay
    ? dayjs(firstDay).format('dddd, MMM D, YYYY')
    : `${dayjs(firstDay).format('MMM D')} – ${last}`;
}

type PlanKind = 'planned' | 'posting' | 'scheduled' | 'posted' | 'failed';

export const PLAN_KIND_LABELS: Readonly<Record<PlanKind, string>> = {
  planned: 'Planned',
  posting: 'Posting',
  scheduled: 'Scheduled',
  posted: 'Posted',
  failed: 'Failed',
};

export function planKind({ status, at }: CalendarPosting, nowMs: number): PlanKind {
  if (status === 'pending') return 'planned';
  if (status === 'posting' || status === 'failed') return status;
  return Date.parse(at) > nowMs ? 'scheduled' : 'posted';
}

interface PlanCounts {
  readonly done: number;
  readonly planned: number;
  readonly failed: number;
}

export function planCounts(postings: readonly CalendarPosting[], nowMs: number): PlanCounts {
  const kinds = postings.map((posting) => planKind(posting, nowMs));
  const done = kinds.filter((kind) => kind === 'posted').length;
  const failed = kinds.filter((kind) => kind === 'failed').length;
  return { done, planned: kinds.length - done - failed, failed };
}

export const areMixed = ({ done, planned, failed }: PlanCounts): boolean =>
  [done, planned, failed].filter((count) => count > 0).length > 1;

export const planState = ({ planned, failed }: PlanCounts): 'failed' | 'planned' | 'posted' =>
  failed > 0 ? 'failed' : planned > 0 ? 'planned' : 'posted';

export const countsWords = ({ done, planned, failed }: PlanCounts): string =>
  [done > 0 && `${done} posted`, planned > 0 && `${planned} planned`, failed > 0 && `${failed} failed`]
    .filter(Boolean)
    .join(', ');

/** For columns that are too narrow for the words: '2+3 ×1' means 2 posted, 3 planned and 1 failed. */
export const countsShort = ({ done, planned, failed }: PlanCounts): string =>
  [[done, planned].filter((count) => count > 0).join('+'), failed > 0 && `×${failed}`].filter(Boolean).join(' ');

export function unplannedWords({ is_waiting, after }: CalendarPage, { until }: PlanRange): string | null {
  if (is_waiting) return 'Waits until the page can post.';
  return after !== null && after < until ? `Further posts after ${formatWeekdayDateTime(after)}.` : null;
}

export function flyerWords(task: CalendarTask | undefined): string {
  if (!task) return 'Flyer';
  const flyer = `${task.assistant_name || '(Unnamed Assistant)'}, flyer ${task.sequence_order + 1}`;
  return task.description ? `${flyer}: ${task.description}` : flyer;
}
