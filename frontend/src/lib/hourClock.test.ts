import {
  formatDateTime,
  formatExactTime,
  formatFixedDateTime,
  formatTimeOfDay,
  formatWeekdayTime,
} from './formatDate.ts';
import { formatClock, parseClock, setHourClock } from './hourClock.ts';

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
