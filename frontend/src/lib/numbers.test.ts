import {
  formatCompact,
  formatCredits,
  formatDuration,
  formatResetList,
  formatSeconds,
  parseHours,
  parseResetList,
} from './numbers.ts';

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

describe('formatCredits', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0k'],
    [1099, '1.0k'],
    [1999, '1.9k'],
    [16_500, '16.5k'],
    [-1500, '-1.5k'],
  ])('%i credits are formatted as %s', (credits, text) => {
    expect(formatCredits(credits)).toBe(text);
  });
});

describe('formatDuration', () => {
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
});

describe('parseHours', () => {
  test.each([
    ['12', 12],
    ['0', 0],
    [' 7 ', 7],
    ['1.9', 1],
    ['-3', 0],
    ['', 0],
    ['soon', 0],
    ['999999999', 87_600],
  ])('%j is parsed as %i hours', (text, hours) => {
    expect(parseHours(text)).toBe(hours);
  });
});

describe('parseResetList', () => {
  test.each([
    ['10,5,20', [10, 5, 20]],
    [' 10 , 5 ,', [10, 5]],
    ['10,x,-5,,7', [10, 7]],
    ['0', [0]],
    ['', []],
  ])('%j is parsed as %j', (text, lengths) => {
    expect(parseResetList(text)).toEqual(lengths);
  });

  test('a formatted list is parsed to the same list', () => {
    expect(parseResetList(formatResetList([10, 5, 20]))).toEqual([10, 5, 20]);
  });
});
