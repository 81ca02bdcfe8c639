import { createLocalClock } from '../repeats/localClock.ts';

/* The same rules as queue/permitted_time.sql, which claims use. A test compares them. All times are in microseconds. */
export const MINUTE = 60_000_000;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Clocks change at such times only. */
const QUARTER_HOUR = 15 * MINUTE;
/** In this time hours that the clock shows on most days open, also if the clocks are changed meanwhile. */
const LONGEST_CLOSED = 50 * HOUR;

export interface Limits {
  readonly maxPosts: number | null;
  readonly gapMinutes: number | null;
  readonly hours: { readonly from: string; readonly until: string; readonly zone: string } | null;
}

type TimeOfDay = (at: number) => number;

/** Asking Intl takes as long as planning a post, so offsets are remembered. */
function createTimeOfDay(zone: string): TimeOfDay {
  const clock = createLocalClock(zone);
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_HOUR);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const ms = (quarter * QUARTER_HOUR) / 1000;
      offset = (clock.localMs(ms) - ms) * 1000;
      offsets.set(quarter, offset);
    }
    return (at + offset) % DAY;
  };
}

/** '09:30' or '09:30:00'. */
function parseTimeOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR + minutes * MINUTE;
}

/** Returns the first time from `earliest` on at which the wall clock shows a time within the posting hours. */
function createHours({ from, until }: NonNullable<Limits['hours']>, timeOfDay: TimeOfDay) {
  const [opens, closes] = [parseTimeOfDay(from), parseTimeOfDay(until)];
  const isIn = (at: number) => {
    const time = timeOfDay(at);
    return opens < closes ? time >= opens && time < closes : time >= opens || time < closes;
  };
  return (earliest: number): number => {
    if (isIn(earliest)) return earliest;
    const here = timeOfDay(earliest);
    const opening = earliest + opens - here + (here > opens ? DAY : 0);
    if (timeOfDay(opening) === opens) return opening;
    // The clocks change before the opening. The hours may open in the skipped hour, or in the doubled hour once more.
    let minute = earliest - (earliest % MINUTE) + MINUTE;
    while (!isIn(minute)) {
      minute += MINUTE;
      if (minute > earliest + LONGEST_CLOSED) throw new Error('The posting hours never open.');
    }
    return minute;
  };
}

/**
 * Returns the earliest time that the limits permit for a further post, if the other posts are at `times`, which are sorted. The posts
 * after it permit it `margin` later too.
 */
export type PermittedTime = (
  earliest: number,
  times: readonly number[],
  options: { readonly wholeMinutes: boolean; readonly margin: number },
) => number;

/** For the pages of one plan, which often have the same zones. */
export function createPermittedTimes(): (limits: Limits) => PermittedTime {
  const timesOfDay = new Map<string, TimeOfDay>();
  return ({ maxPosts, gapMinutes, hours }) => {
    const gap = (gapMinutes ?? 0) * MINUTE;
    let nextInHours = (earliest: number) => earliest;
    if (hours) {
      const timeOfDay = timesOfDay.get(hours.zone) ?? createTimeOfDay(hours.zone);
      timesOfDay.set(hours.zone, timeOfDay);
      nextInHours = createHours(hours, timeOfDay);
    }
    const reach = Math.max(gap, DAY);
    return (earliest, times, { wholeMinutes, margin }) => {
      // Posts before this one are too long ago.
      let first = times.length;
      while (first > 0 && (times[first - 1] as number) > earliest - reach) first--;
      let permitted = earliest;
      // Each step moves the time to the earliest that one limit permits, until no limit moves it.
      for (let tried = Number.NaN; tried !== permitted; ) {
        tried = permitted;
        if (wholeMinutes) permitted = Math.ceil(permitted / MINUTE) * MINUTE;
        for (let index = first; index < times.length; index++) {
          const time = times[index] as number;
          if (gap > 0 && permitted > time - gap - margin && permitted < time + gap) permitted = time + gap;
          const last = maxPosts === null ? undefined : times[index + maxPosts - 1];
          if (last !== undefined && last < time + DAY && permitted > last - DAY - margin && permitted < time + DAY) {
            permitted = time + DAY;
          }
        }
        permitted = nextInHours(permitted);
      }
      return permitted;
    };
  };
}
