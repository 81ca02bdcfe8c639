import { formatTotal } from './formatTotal.ts';

test.each([
  [0, false, '0'],
  [9_412, false, '9,412'],
  [940, true, 'about 940'],
  [84_300, true, 'about 84 k'],
  [999_499, true, 'about 999 k'],
  [999_500, true, 'about 1.0 M'],
  [1_000_000, true, 'about 1.0 M'],
  [12_345_678, true, 'about 12.3 M'],
])('%d (estimate: %s) is formatted as %s', (total, isEstimate, text) => {
  expect(formatTotal(total, isEstimate)).toBe(text);
});
