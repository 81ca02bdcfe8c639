import { nextWakeMs, TIMES } from './nextWake.ts';

const MINUTE_MS = 60_000;
const wake = (given: Partial<Parameters<typeof nextWakeMs>[0]>) =>
  nextWakeMs({ health: 'ok', failures: 0, hasFailed: false, nextLookMs: null, nowMs: 0, times: TIMES, ...given });

test('a page without a problem wakes when its extension wants to look, but not within a minute', () => {
  expect(wake({})).toBeNull();
  expect(wake({ nextLookMs: 10 * MINUTE_MS })).toBe(10 * MINUTE_MS);
  expect(wake({ nextLookMs: 5 })).toBe(MINUTE_MS);
});

test('a page that a person must log in to is not started again', () => {
  for (const health of ['logged_out', 'wrong_account'] as const) {
    expect(wake({ health, failures: 1, nextLookMs: 5, hasFailed: true })).toBeNull();
  }
});

test('other problems are looked at after 15 minutes, an hour, 4 hours, then every 6 hours', () => {
  const minutes = [1, 2, 3, 4, 9].map((failures) => Number(wake({ health: 'site_failing', failures })) / MINUTE_MS);
  expect(minutes).toEqual([15, 60, 240, 360, 360]);
});

test('a browser that has crashed is started again at once, then after a minute, then ever more rarely', () => {
  const seconds = [1, 2, 3].map((failures) => Number(wake({ failures, hasFailed: true })) / 1000);
  expect(seconds).toEqual([0, 60, 240]);
});
