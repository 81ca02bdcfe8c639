import type { CalendarPosting } from '@flyerdeck/contracts/types';
import dayjs from 'dayjs';
import { clockFormat, formatClock } from '../../../lib/hourClock.ts';
import { addDays, daysBetween, type PlanSpan, startOfWeek } from './planView.ts';

const DAYS_OF_WEEK = 7;
const HOURS_OF_DAY = 24;

export interface PlanRange {
  readonly span: PlanSpan;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly from: string;
  readonly until: string;
}

export const dayOf = (at: string | number): string => dayjs(at).format('YYYY-MM-DD');

export function planRange(span: PlanSpan, day: string): PlanRange {
  const firstDay = span === 'week' ? startOfWeek(day) : day;
  const lastDay = span === 'week' ? addDays(firstDay, DAYS_OF_WEEK - 1) : day;
  // A day without a midnight begins with its first moment.
  const startOf = (start: string) => dayjs(start).toISOString();
  return { span, firstDay, lastDay, from: startOf(firstDay), until: startOf(addDays(lastDay, 1)) };
}

interface PlanSlot {
  readonly label: string;
  readonly name: string;
}

export function slotsOf({ span, firstDay }: PlanRange): PlanSlot[] {
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

export function bySlot(postings: readonly CalendarPosting[], range: PlanRange): Map<number, CalendarPosting[]> {
  const slots = new Map<number, CalendarPosting[]>();
  for (const posting of postings) {
    const index = slotIndexOf(posting.at, range);
    if (index === null) continue;
    const known = slots.get(index);
    if (known) known.push(posting);
    else slots.set(index, [posting]);
  }
  return slots;
}

export function rangeTitle({ firstDay, lastDay }: PlanRange): string {
  const last = dayjs(lastDay).format('MMM D, YYYY');
  return firstDay === lastDay
    ? dayjs(firstDay).format('dddd, MMM D, YYYY')
    : `${dayjs(firstDay).format('MMM D')} – ${last}`;
}
