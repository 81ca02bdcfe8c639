import dayjs from 'dayjs';
import { clockFormat } from './hourClock.ts';
import { counted } from './numbers.ts';

// All are in the reader's time zone, and times have the hours that the reader chose ('17:00' or '5:00 PM').

export const formatDate = (iso: string): string => dayjs(iso).format('MMM D, YYYY');

export const formatDateTime = (iso: string): string => dayjs(iso).format(`MMM D, YYYY ${clockFormat()}`);

export const formatTime = (iso: string): string => dayjs(iso).format(clockFormat());

/** Without the date if it is of today. */
export const formatRecentTime = (iso: string): string =>
  dayjs(iso).isSame(dayjs(), 'day') ? formatTime(iso) : formatDateTime(iso);

export const formatWeekdayTime = (time: number): string => dayjs(time).format(`ddd ${clockFormat()}`);

export const formatWeekdayDateTime = (iso: string): string => dayjs(iso).format(`ddd, MMM D, ${clockFormat()}`);

/** 'Today 18:00', 'Tomorrow 9:00 AM', or 'Sun, Nov 29, 18:00'. */
export function formatDayTime(iso: string, nowMs: number): string {
  const days = dayjs(iso).startOf('day').diff(dayjs(nowMs).startOf('day'), 'day', true);
  // A day with a change of the clock has 23 or 25 hours.
  const word = ['Today', 'Tomorrow'][Math.round(days)];
  return word ? `${word} ${formatTime(iso)}` : formatWeekdayDateTime(iso);
}

export const formatTimeOfDay = (time: string | number): string =>
  dayjs(time).format(clockFormat().replace('mm', 'mm:ss'));

export const formatExactTime = (iso: string): string =>
  dayjs(iso).format(`MMM D, YYYY ${clockFormat().replace('mm', 'mm:ss')}`);

/** 'Nov 22, 2026 17:00' for every reader, where the specification fixes the format. */
export const formatFixedDateTime = (iso: string): string => dayjs(iso).format('MMM D, YYYY HH:mm');

const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 1440;
const MINUTES_A_MONTH = 43_200;

function wholeMonths(from: Date, to: Date): number {
  const months = (to.getFullYear() - from.getFullYear()) * 12 + to.getMonth() - from.getMonth();
  const sameDay = new Date(from);
  sameDay.setMonth(from.getMonth() + months);
  return sameDay > to ? months - 1 : months;
}

function yearsInWords(months: number): string {
  const years = Math.floor(months / 12);
  const left = months % 12;
  if (left < 3) return `about ${counted(years, 'year')}`;
  return left < 9 ? `over ${counted(years, 'year')}` : `almost ${counted(years + 1, 'year')}`;
}

/** The distance between two times in words, by the thresholds of date-fns' formatDistance. */
function distanceInWords(earlier: Date, later: Date): string {
  const minutes = Math.round((later.getTime() - earlier.getTime()) / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 45) return counted(minutes, 'minute');
  if (minutes < 90) return 'about 1 hour';
  if (minutes < MINUTES_A_DAY) return `about ${counted(Math.round(minutes / 60), 'hour')}`;
  if (minutes < 1.75 * MINUTES_A_DAY) return '1 day';
  if (minutes < MINUTES_A_MONTH) return counted(Math.round(minutes / MINUTES_A_DAY), 'day');
  if (minutes < 2 * MINUTES_A_MONTH) return `about ${counted(Math.round(minutes / MINUTES_A_MONTH), 'month')}`;
  const months = wholeMonths(earlier, later);
  return months < 12 ? counted(Math.round(minutes / MINUTES_A_MONTH), 'month') : yearsInWords(months);
}

/** '40 min', '3 h' or '2 days'. */
export function shortAge(iso: string, nowMs: number): string {
  const minutes = Math.max(0, Math.round((nowMs - Date.parse(iso)) / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 2 * MINUTES_A_DAY
    ? `${Math.floor(minutes / 60)} h`
    : counted(Math.floor(minutes / MINUTES_A_DAY), 'day');
}

/** 'about 2 hours ago', or 'in about 2 hours' for a future time. */
export function relativeTime(iso: string, nowMs: number = Date.now()): string {
  const then = new Date(iso);
  const now = new Date(nowMs);
  return then > now ? `in ${distanceInWords(now, then)}` : `${distanceInWords(then, now)} ago`;
}
