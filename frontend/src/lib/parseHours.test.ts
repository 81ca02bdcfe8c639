import { parseHours } from './parseHours.ts';

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
