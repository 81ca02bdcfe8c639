import { backoffMs } from './backoff.ts';

test('the backoff doubles from 1 second up to 60 seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(backoffMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});
