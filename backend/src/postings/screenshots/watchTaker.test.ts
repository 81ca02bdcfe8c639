import { Problems } from '../../jobs/problems.ts';
import { watchTaker } from './screenshotTaker.ts';

const HALF_A_MINUTE = 30_000;

test('a worker is unhealthy while the screenshots of three postings in a row fail, and healthy after the next one', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
  const problems = new Problems();
  let isBroken = true;
  const taker = watchTaker(
    { take: async () => (isBroken ? Promise.reject(new Error('the preview was not ready')) : Buffer.from('')) },
    problems,
  );
  const take = (postingId: string, signal?: AbortSignal) => taker.take(postingId, signal).catch(() => undefined);
  const later = () => {
    clock.mockReturnValue(performance.now() + HALF_A_MINUTE);
    return problems.lasting();
  };
  for (const id of ['a', 'a', 'a', 'b']) await take(id);
  await take('c', AbortSignal.abort());
  expect(later()).toEqual([]);
  await take('c');
  expect(problems.lasting()).toEqual([]);
  expect(later()).toEqual(['taking screenshots has failed for 30 s: the preview was not ready']);
  isBroken = false;
  await take('d');
  expect(later()).toEqual([]);
  isBroken = true;
  for (const id of ['a', 'b']) await take(id);
  expect(later()).toEqual([]);
  clock.mockRestore();
});
