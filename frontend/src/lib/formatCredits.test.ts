import { formatCredits } from './formatCredits.ts';

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
