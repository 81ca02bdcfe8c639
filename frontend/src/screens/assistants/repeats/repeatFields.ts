import type { Repeat, RepeatBody } from '@flyerdeck/contracts/types';
import dayjs from 'dayjs';
import { browserTimeZone } from '../../../lib/hourClock.ts';

/** What the dialog edits. Fields of the choices that are not made keep their values. */
export type RepeatFields = ReturnType<typeof initialFields>;

const DEFAULT_RUNS = 10;

/** The stored repeat, or every day from today on in the time zone of the browser. */
export function initialFields(repeat: Repeat | null) {
  return {
    pattern: (repeat && repeat.every_days === null ? 'weekdays' : 'days') as 'days' | 'weekdays',
    every_days: (repeat?.every_days ?? 1) as number | null,
    weekdays: repeat?.weekdays ?? [],
    local_time: repeat?.local_time ?? '18:00',
    time_zone: repeat?.time_zone ?? browserTimeZone(),
    starts_on: repeat?.starts_on ?? dayjs().format('YYYY-MM-DD'),
    end: (repeat?.ends_on ? 'date' : repeat?.max_runs ? 'runs' : 'never') as 'never' | 'date' | 'runs',
    ends_on: repeat?.ends_on ?? '',
    max_runs: (repeat?.max_runs ?? (repeat?.runs ?? 0) + DEFAULT_RUNS) as number | null,
  };
}

/** The body of the call, or null while something is missing. */
export function repeatBody(fields: RepeatFields): RepeatBody | null {
  const { pattern, every_days, weekdays, local_time, time_zone, starts_on, end, ends_on, max_runs } = fields;
  const isComplete =
    local_time && starts_on && (pattern === 'days' ? every_days : weekdays.length > 0) && (end !== 'date' || ends_on);
  if (!isComplete || (end === 'runs' && !max_runs)) return null;
  return {
    every_days: pattern === 'days' ? every_days : null,
    weekdays: pattern === 'weekdays' ? weekdays : [],
    local_time,
    time_zone,
    starts_on,
    ends_on: end === 'date' ? ends_on : null,
    max_runs: end === 'runs' ? max_runs : null,
  };
}
