import { formatCompact, formatCredits, formatDuration, parseHours, parseResetList } from './numbers.ts';

test.each([
  [0, '0'],
  [1_000, '1k'],
  [-1_500, '-1.5k'],
  [1_000_000, '1M'],
  [2_000_000_000, '2B'],
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
