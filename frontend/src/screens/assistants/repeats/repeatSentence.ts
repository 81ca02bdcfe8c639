import type { Repeat } from '@flyerdeck/contracts/types';
import { formatDate } from '../../../lib/formatDate.ts';
import { clockFormat, formatClock } from '../../../lib/hourClock.ts';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function daysText({ every_days, weekdays }: Repeat): string {
  if (every_days === 1 || weekdays.length === WEEKDAYS.length) return 'Every day';
  if (every_days !== null) return `Every ${every_days} days`;
  return `Every ${list.format(weekdays.map((weekday) => WEEKDAYS[weekday - 1] ?? ''))}`;
}

export const formatRunTime = (iso: string, { time_zone }: Pick<Repeat, 'time_zone'>): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: clockFormat() === 'HH:mm' ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle: clockFormat() === 'HH:mm' ? 'h23' : 'h12',
  }).format(new Date(iso));

/** 'Every Monday and Friday at 18:00 (Europe/Berlin), until Dec 31, 2026, next: Fri, Nov 27, 2026, 18:00' */
export function repeatSentence(repeat: Repeat): string {
  const { local_time, time_zone, ends_on, max_runs, runs, next_at, is_paused } = repeat;
  const parts = [`${daysText(repeat)} at ${formatClock(local_time)} (${time_zone})`];
  if (ends_on) parts.push(`until ${formatDate(ends_on)}`);
  if (max_runs !== null) parts.push(`${runs} of ${max_runs} runs done`);
  if (next_at === null) parts.push('ended');
  else if (is_paused) parts.push('paused');
  else parts.push(`next: ${formatRunTime(next_at, repeat)}`);
  return parts.join(', ');
}
