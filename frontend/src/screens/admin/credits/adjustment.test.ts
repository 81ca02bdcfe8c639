import { parseAmount } from './adjustment.ts';

test.each([
  ['50', 50],
  ['-50', -50],
  ['1e3', 1000],
  ['-2.5e2', -250],
  ['2.9', 2],
  ['1000000', 1_000_000],
])('%s is an amount of %i', (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount);
});

test.each(['', ' ', '-', '0', '0.4', 'e3', '12 apples', '1e7', '1000001', 'Infinity', '0x10'])(
  '%j is no amount',
  (typed) => {
    expect(parseAmount(typed)).toBeNull();
  },
);
