import { relativeTime } from './formatDate.ts';

const now = new Date('2026-06-15T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (ms: number) => relativeTime(new Date(now.getTime() - ms).toISOString(), now.getTime());

test.each([
  [29 * SECOND, 'less than a minute ago'],
  [31 * SECOND, '1 minute ago'],
  [44 * MINUTE, '44 minutes ago'],
  [45 * MINUTE, 'about 1 hour ago'],
  [23.4 * HOUR, 'about 23 hours ago'],
  [41 * HOUR, '1 day ago'],
  [43 * HOUR, '2 days ago'],
  [31 * DAY, 'about 1 month ago'],
  [46 * DAY, 'about 2 months ago'],
  [370 * DAY, 'about 1 year ago'],
  [500 * DAY, 'over 1 year ago'],
  [700 * DAY, 'almost 2 years ago'],
])('a time %i ms ago is formatted as %s', (ms, text) => {
  expect(ago(ms)).toBe(text);
});

test("a future time is formatted with 'in', not 'ago'", () => {
  expect(relativeTime('2026-06-15T14:00:00Z', now.getTime())).toBe('in about 2 hours');
});
