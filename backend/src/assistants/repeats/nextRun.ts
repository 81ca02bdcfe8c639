import { MAX_REPEAT_DELAY_HOURS } from '@flyerdeck/contracts';
import type { Repeat } from './repeat.entity.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** Local times are numbers of milliseconds, as if the clock showed UTC. */
interface LocalClock {
  localMs(instantMs: number): number;
  /** A time that clock changes skip becomes the end of the gap. Of a time that exists twice it is the first one. */
  instantMs(localMs: number): number;
}

/** Making one takes longer than all its uses in a run. There are some hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

export function createLocalClock(timeZone: string): LocalClock {
  const format = formatOf(timeZone);

  function localMs(instantMs: number): number {
    const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((name) => parts.get(name));
    // The formatter has no milliseconds.
    const ms = ((instantMs % SECOND_MS) + SECOND_MS) % SECOND_MS;
    return Date.UTC(year, month - 1, day, hour, minute, second) + ms;
  }
  const offsetMs = (instantMs: number) => localMs(instantMs) - instantMs;

  /** The first instant with another offset than `from`. */
  function changeBetween(from: number, to: number): number {
    const offset = offsetMs(from);
    let [before, after] = [from / SECOND_MS, to / SECOND_MS];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetMs(middle * SECOND_MS) === offset) before = middle;
      else after = middle;
    }
    return after * SECOND_MS;
  }

  return {
    localMs,
    instantMs(localMs) {
      // No offset is as large as a day, so the instant is between these two.
      const [from, to] = [localMs - DAY_MS, localMs + DAY_MS];
      const [offsetBefore, offsetAfter] = [offsetMs(from), offsetMs(to)];
      if (offsetBefore === offsetAfter) return localMs - offsetBefore;
      const changeAt = changeBetween(from, to);
      if (localMs - offsetBefore < changeAt) return localMs - offsetBefore;
      return Math.max(changeAt, localMs - offsetAfter);
    },
  };
}

const MAX_DELAY_MS = MAX_REPEAT_DELAY_HOURS * 3_600_000;

export type Schedule = Pick<Repeat, 'everyDays' | 'timeZone' | 'localTime' | 'startsOn' | 'endsOn'> & {
  readonly weekdays: readonly number[];
};

const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
/** Monday is 1. Day 0 was a Thursday. */
const weekdayOf = (day: number) => ((day + 3) % 7) + 1;
const timeOfDayMs = (localTime: string) => Date.parse(`1970-01-01T${localTime}:00Z`);

function* daysFrom({ everyDays, weekdays, startsOn }: Schedule, firstDay: number): Generator<number> {
  const start = dayNumber(startsOn);
  if (everyDays !== null) {
    const passed = Math.max(0, Math.ceil((firstDay - start) / everyDays));
    for (let day = start + passed * everyDays; ; day += everyDays) yield day;
  }
  for (let day = Math.max(start, firstDay); ; day++) if (weekdays.includes(weekdayOf(day))) yield day;
}

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

/** After an outage the latest missed time is due, the others are skipped. Null if none is due, or if it is more than MAX_REPEAT_DELAY_HOURS ago. */
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
