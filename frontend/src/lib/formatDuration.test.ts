import { formatDuration, formatSeconds } from './formatDuration.ts';

test.each([
  [0, '0ms'],
  [0.4, '0ms'],
  [450, '450ms'],
  [999, '999ms'],
  [1_000, '1.0s'],
  [12_540, '12.5s'],
  [59_999, '60.0s'],
  [60_000, '1.0m'],
  [150_000, '2.5m'],
  [7_200_000, '120.0m'],
])('%d ms are formatted as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('in a table every duration is in seconds with one decimal', () => {
  expect([0, 450, 61_249, 7_200_000].map(formatSeconds)).toEqual(['0.0s', '0.5s', '61.2s', '7200.0s']);
});
