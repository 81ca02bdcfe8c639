import { adjustmentOf, validAmount } from './BookingForm.tsx';

test.each([
  [50, 50],
  [-50, -50],
  [-250.9, -250],
  [2.9, 2],
  [1_000_000, 1_000_000],
])('the amount %s is the integer %i: positive adds, negative subtracts [5-19, 5-20, 5-21]', (typed, amount) => {
  expect(validAmount(typed)).toBe(amount);
  expect(adjustmentOf(amount, { amount, type: 'refund', description: ' Late ' })).toEqual({
    amount,
    transaction_type: 'refund',
    description: 'Late',
  });
});

test.each([null, undefined, 0, 0.4, 1e7, 1_000_001, -1_000_001, Number.POSITIVE_INFINITY])(
  'rejects %j as an amount',
  (typed) => {
    expect(validAmount(typed)).toBeNull();
  },
);

test('an empty description is sent as the documented text [5-22]', () => {
  const fields = { amount: -5, type: 'admin_adjustment', description: ' ' } as const;
  expect(adjustmentOf(-5, fields).description).toBe('Admin adjustment: -5 credits');
});
