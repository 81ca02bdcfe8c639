import { validAmount } from './adjustment.ts';

test.each([
  [50, 50],
  [-50, -50],
  [-250.9, -250],
  [2.9, 2],
  [1_000_000, 1_000_000],
])('%s is an amount of %i', (typed, amount) => {
  expect(validAmount(typed)).toBe(amount);
});

test.each([null, undefined, 0, 0.4, 1e7, 1_000_001, -1_000_001, Number.POSITIVE_INFINITY])(
  '%j is no amount',
  (typed) => {
    expect(validAmount(typed)).toBeNull();
  },
);
