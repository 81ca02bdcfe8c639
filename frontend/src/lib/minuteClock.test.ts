import { holdMinuteClock, onMinute, readMinuteClock, watchMinuteClock } from './minuteClock.ts';

const NOON = Date.parse('2026-03-01T12:00:00.000Z');

beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
});
afterEach(() => {
  jest.useRealTimers();
});

test('moves only by its ticks, and tells of every one', () => {
  const told: number[] = [];
  watchMinuteClock((nowMs) => told.push(nowMs));
  const stop = onMinute(() => {});
  jest.advanceTimersByTime(59_000);
  expect(readMinuteClock()).toBe(NOON);
  jest.advanceTimersByTime(61_000);
  expect(readMinuteClock()).toBe(NOON + 120_000);
  expect(told).toEqual([NOON, NOON + 60_000, NOON + 120_000]);
  stop();
});

test('is right again when somebody looks after nobody did for long', () => {
  onMinute(() => {})();
  jest.advanceTimersByTime(3_600_000);
  expect(jest.getTimerCount()).toBe(0);
  expect(readMinuteClock()).toBe(NOON + 3_600_000);
});

test('is held where a replay wants it, whatever the time', () => {
  const heard = jest.fn();
  onMinute(heard);
  holdMinuteClock(5);
  jest.advanceTimersByTime(3_600_000);
  expect(readMinuteClock()).toBe(5);
  expect(heard).toHaveBeenCalledTimes(1);
});
