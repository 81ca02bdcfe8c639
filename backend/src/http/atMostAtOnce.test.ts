import { atMostAtOnce } from './atMostAtOnce.ts';

test('runs no more at once than allowed, the rest in order, and a failure frees its place', async () => {
  const whenFree = atMostAtOnce(2);
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const outcomes = await Promise.allSettled(
    [0, 1, 2, 3, 4].map((number) =>
      whenFree(async () => {
        started.push(number);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
        if (number === 1) throw new Error('failed');
        return number;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
