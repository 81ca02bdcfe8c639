import { holdMinuteClock, onMinute, readMinuteClock, watchMinuteClock } from './minuteClock.ts';

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
