import { MAX_REPEAT_DELAY_HOURS } from '@flyerdeck/contracts';
import { createLocalClock } from './localClock.ts';
import type { Repeat } from './repeat.entity.ts';

const DAY_MS = 86_400_000;
const MAX_DELAY_MS = MAX_REPEAT_DELAY_HOURS * 3_600_000;

export type Schedule = Pick<Repeat, 'everyDays' | 'timeZone' | 'localTime' | 'startsOn' | 'endsOn'> & {
  readonly weekdays: readonly number[];
};

/** Days since 1970-01-01. */
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
/** Monday is 1. Day 0 was a Thursday. */
const weekdayOf = (day: number) => ((day + 3) % 7) + 1;
const timeOfDayMs = (localTime: string) => Date.parse(`1970-01-01T${localTime}:00Z`);

/** The days of the schedule from `firstDay` on, without an end. */
function* daysFrom({ everyDays, weekdays, startsOn }: Schedule, firstDay: number): Generator<number> {
  const start = dayNumber(startsOn);
  if (everyDays !== null) {
    const passed = Math.max(0, Math.ceil((firstDay - start) / everyDays));
    for (let day = start + passed * everyDays; ; day += everyDays) yield day;
  }
  for (let day = Math.max(start, firstDay); ; day++) if (weekdays.includes(weekdayOf(day))) yield day;
}

/** The first run after this time, or null if there is none. */
export function nextRunAt(schedule: Schedule, after: Date): Date | null {
  const clock = createLocalClock(schedule.timeZone);
  const lastDay = schedule.endsOn === null ? Infinity : dayNumber(schedule.endsOn);
  const today = Math.floor(clock.localMs(after.getTime()) / DAY_MS);
  for (const day of daysFrom(schedule, today)) {
    if (day > lastDay) return null;
    const at = clock.instantMs(day * DAY_MS + timeOfDayMs(schedule.localTime));
    if (at > after.getTime()) return new Date(at);
  }
  return null;
}

/**
 * The planned time of the run that is due, where `nextAt` was the next one, and the first run after `now`. After an outage the due one is
 * the latest of the times that were missed: the others are skipped. It is null if none is due, or if it is more than MAX_REPEAT_DELAY_HOURS ago.
 */
export function dueAndNextRun(
  schedule: Schedule,
  nextAt: Date,
  now: Date,
): { readonly due: Date | null; readonly next: Date | null } {
  const earliest = new Date(now.getTime() - MAX_DELAY_MS);
  let due: Date | null = null;
  let at = nextAt >= earliest ? nextAt : nextRunAt(schedule, earliest);
  while (at !== null && at <= now) {
    due = at;
    at = nextRunAt(schedule, at);
  }
  return { due, next: at };
}
