import { validAmount } from './adjustment.ts';

test.each([
  [50, 50],
  [-50, -50],
  [-250.9, -250],
  [2.9, 2],
  [1_000_000, 1_000_000],
])('rounds %s toward zero to the amount %i', (typed, amount) => {
  expect(validAmount(typed)).toBe(amount);
});

test.each([null, undefined, 0, 0.4, 1e7, 1_000_001, -1_000_001, Number.POSITIVE_INFINITY])(
  'rejects %j as an amount',
  (typed) => {
    expect(validAmount(typed)).toBeNull();
  },
);
