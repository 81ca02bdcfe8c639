import type { TaskStatus } from '@flyerdeck/contracts/tasks.values';
import { buildTaskPosting as buildPosting, buildTask } from '../../test/builders.ts';
import {
  formatDateTime,
  formatExactTime,
  formatFixedDateTime,
  formatTimeOfDay,
  formatWeekdayTime,
  relativeTime,
} from './formatDate.ts';
import { formatClock, parseClock, setHourClock } from './hourClock.ts';
import { holdMinuteClock, onMinute, readMinuteClock, watchMinuteClock } from './minuteClock.ts';
import { formatCompact, formatCredits, formatDuration, parseHours, parseResetList } from './numbers.ts';
import { canRetry, postingSentence, showsFailures } from './postings.ts';

const now = new Date('2026-06-15T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (ms: number) => relativeTime(new Date(now.getTime() - ms).toISOString(), now.getTime());

test.each([
  [29 * SECOND, 'less than a minute ago'],
  [31 * SECOND, '1 minute ago'],
  [45 * MINUTE, 'about 1 hour ago'],
  [41 * HOUR, '1 day ago'],
  [46 * DAY, 'about 2 months ago'],
  [500 * DAY, 'over 1 year ago'],
])('a time %i ms ago is formatted as %s', (ms, text) => {
  expect(ago(ms)).toBe(text);
});

test("a future time is formatted with 'in', not 'ago'", () => {
  expect(relativeTime('2026-06-15T14:00:00Z', now.getTime())).toBe('in about 2 hours');
});

const AT = '2026-11-22T17:05:09';

test('times have 24 or 12 hours, as the user chose, and the fixed format of the specification never changes', () => {
  setHourClock('24');
  expect(formatDateTime(AT)).toBe('Nov 22, 2026 17:05');
  expect(formatExactTime(AT)).toBe('Nov 22, 2026 17:05:09');
  setHourClock('12');
  expect(formatDateTime(AT)).toBe('Nov 22, 2026 5:05 PM');
  expect(formatExactTime(AT)).toBe('Nov 22, 2026 5:05:09 PM');
  expect(formatTimeOfDay(AT)).toBe('5:05:09 PM');
  expect(formatWeekdayTime(Date.parse(AT))).toBe('Sun 5:05 PM');
  expect(formatFixedDateTime(AT)).toBe('Nov 22, 2026 17:05');
});

test.each([
  ['00:00', '12:00 AM'],
  ['09:30', '9:30 AM'],
  ['23:59', '11:59 PM'],
])('the stored time %s is shown as %s with 12 hours, and typing that gives the stored time', (stored, shown) => {
  setHourClock('12');
  expect(formatClock(stored)).toBe(shown);
  expect(parseClock(shown)).toBe(stored);
  setHourClock('24');
  expect(formatClock(stored)).toBe(stored);
  expect(parseClock(stored)).toBe(stored);
});

describe('minutes', () => {
  const NOON = Date.parse('2026-03-01T12:00:00.000Z');

  beforeEach(() => {
    jest.useFakeTimers({ now: NOON });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('changes only by its ticks, and notifies watchers of each tick', () => {
    const ticks: number[] = [];
    watchMinuteClock((nowMs) => ticks.push(nowMs));
    const stop = onMinute(() => {});
    jest.advanceTimersByTime(59_000);
    expect(readMinuteClock()).toBe(NOON);
    jest.advanceTimersByTime(61_000);
    expect(readMinuteClock()).toBe(NOON + 120_000);
    expect(ticks).toEqual([NOON, NOON + 60_000, NOON + 120_000]);
    stop();
  });

  test('stays at the time that a replay sets', () => {
    const onTick = jest.fn();
    onMinute(onTick);
    holdMinuteClock(5);
    jest.advanceTimersByTime(3_600_000);
    expect(readMinuteClock()).toBe(5);
    expect(onTick).toHaveBeenCalledTimes(1);
  });
});

test.each([
  [0, '0'],
  [1_000, '1k'],
  [-1_500, '-1.5k'],
  [1_000_000, '1M'],
])('%d is %s', (number, text) => {
  expect(formatCompact(number)).toBe(text);
});

test.each([
  [999, '999'],
  [1000, '1.0k'],
  [1999, '1.9k'],
  [16_500, '16.5k'],
])('%i credits are formatted as %s', (credits, text) => {
  expect(formatCredits(credits)).toBe(text);
});

test.each([
  [0.4, '0ms'],
  [999, '999ms'],
  [1_000, '1.0s'],
  [59_999, '60.0s'],
  [60_000, '1.0m'],
  [7_200_000, '120.0m'],
])('%d ms are formatted as %s [9-39, 9-40, 9-41]', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [' 7 ', 7],
  ['1.9', 1],
  ['-3', 0],
  ['', 0],
  ['999999999', 87_600],
])('%j is parsed as %i hours', (text, hours) => {
  expect(parseHours(text)).toBe(hours);
});

test.each([
  ['10,5,20', [10, 5, 20]],
  [' 10 , 5 ,', [10, 5]],
  ['10,x,-5,,7', [10, 7]],
  ['', []],
])('%j is parsed as %j', (text, lengths) => {
  expect(parseResetList(text)).toEqual(lengths);
});

describe('postingSentence', () => {
  it.each([null, ''])("returns 'No error message provided.' for a failure without a reason (%p)", (errorMessage) => {
    expect(postingSentence(buildPosting({ errorMessage }))).toBe('No error message provided.');
  });

  it("returns 'Next in the queue.' for a waiting posting without a reason", () => {
    expect(postingSentence(buildPosting({ status: 'pending', errorMessage: null }))).toBe('Next in the queue.');
  });
});

const taskWith = (status: TaskStatus, failed: number) =>
  buildTask({ status, page_counts: { posted: 1, pending: 0, failed, total: 1 + failed } });

it.each<[TaskStatus, number, boolean, boolean]>([
  ['failed', 2, true, true],
  ['partially_completed', 1, true, true],
  ['failed', 0, false, true],
  ['posting', 1, false, true],
  ['completed', 0, false, false],
  ['in_queue', 0, false, false],
])(
  '%s with %i failed pages: retry offered: %s, failure details offered: %s [4.6-01, 4.6-02, 4.6-03]',
  (status, failed, retry, details) => {
    const task = taskWith(status, failed);
    expect(canRetry(task)).toBe(retry);
    expect(showsFailures(task)).toBe(details);
  },
);
