import { formatCompact } from './formatCompact.ts';

test.each([
  [0, '0'],
  [-20, '-20'],
  [850, '850'],
  [1_000, '1k'],
  [-1_500, '-1.5k'],
  [20_000, '20k'],
  [1_000_000, '1M'],
  [1_200_000, '1.2M'],
  [2_000_000_000, '2B'],
])('%d is %s', (number, text) => {
  expect(formatCompact(number)).toBe(text);
});
