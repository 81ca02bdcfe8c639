import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { ALONE, microBatch } from './microBatch.ts';

const refusal = (code: string) => Object.assign(new DatabaseError('refused', 7, 'error'), { code });

/** A micro-batch of texts. Each batch stays under way until the test ends it. */
function controlled() {
  const underWay: { readonly items: readonly string[]; finish(): void; fail(error: unknown): void }[] = [];
  const batches: (readonly string[])[] = [];
  const run = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push(items);
      const end = () => underWay.splice(underWay.indexOf(batch), 1);
      const batch = {
        items,
        finish: () => {
          end();
          resolve(items.map((item) => `${item} done`));
        },
        fail: (error: unknown) => {
          end();
          reject(error);
        },
      };
      underWay.push(batch);
    });
  const call = microBatch<string, string>({
    keyOf: (item) => item.slice(0, 1),
    run,
    runAlone: async (item) => (await run([item]))[0] ?? '',
  });
  return { call, batches, underWay };
}

const outcomes = async (calls: readonly Promise<string>[]) =>
  (await Promise.allSettled(calls)).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'));

test('two batches are under way at most, and calls that arrive meanwhile are in the next one', async () => {
  const { call, batches, underWay } = controlled();
  const calls = [call('a')];
  await nextTurn();
  calls.push(call('b'), call('c'));
  await nextTurn();
  calls.push(call('d'), call('e'), call('f'));
  await nextTurn();
  expect(batches).toEqual([['a'], ['b', 'c']]);
  underWay[0]?.finish();
  await nextTurn();
  await nextTurn();
  expect(batches).toEqual([['a'], ['b', 'c'], ['d', 'e', 'f']]);
  for (const batch of [...underWay]) batch.finish();
  expect(await outcomes(calls)).toEqual(['a done', 'b done', 'c done', 'd done', 'e done', 'f done']);
});

test('if Postgres refuses a batch, its items run alone, and only the refused item fails; what a batch leaves alone runs alone too', async () => {
  const call = microBatch<string, string>({
    keyOf: (item) => item,
    run: async (items) => {
      if (items.includes('bad')) throw refusal('23514');
      return items.map((item) => (item === 'special' ? ALONE : `${item} done`));
    },
    runAlone: async (item) => {
      if (item === 'bad') throw refusal('23514');
      return `${item} done alone`;
    },
  });
  expect(await outcomes(['a', 'bad', 'b'].map(call))).toEqual(['a done alone', 'failed', 'b done alone']);
  expect(await outcomes(['a', 'special', 'b'].map(call))).toEqual(['a done', 'special done alone', 'b done']);
});

test.each([
  ['the database is shutting down', refusal('57P01')],
  ['the connection is lost', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
])('all calls of a batch fail when %s, and none is repeated', async (_when, error) => {
  const { call, batches, underWay } = controlled();
  const calls = [call('a'), call('b')];
  await nextTurn();
  underWay[0]?.fail(error);
  expect(await outcomes(calls)).toEqual(['failed', 'failed']);
  expect(batches).toHaveLength(1);
});
