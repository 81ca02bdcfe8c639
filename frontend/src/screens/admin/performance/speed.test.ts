import { POSTING_SPEED, paceOf, SCREENSHOT_TIME, speedLabel, TOTAL_TIME } from './speed.ts';

test.each([
  [0, 'excellent'],
  [9_999, 'excellent'],
  [10_000, 'good'],
  [29_999, 'good'],
  [30_000, 'fair'],
  [59_999, 'fair'],
  [60_000, 'poor'],
] as const)('an average of %d ms is %s', (averageMs, label) => {
  expect(speedLabel(averageMs)).toBe(label);
});

test.each([
  [TOTAL_TIME, 120_000, 300_000],
  [POSTING_SPEED, 30_000, 60_000],
  [SCREENSHOT_TIME, 15_000, 30_000],
])('%j changes colour above %d and %d ms', (thresholds, medium, slow) => {
  const paces = [0, medium, medium + 1, slow, slow + 1].map((ms) => paceOf(ms, thresholds));
  expect(paces).toEqual(['fast', 'fast', 'medium', 'medium', 'slow']);
});
