import { DatabaseError } from 'pg';

const MAX_RUNNING = 2;
/** Bounds the time for which a batch holds its locks. */
const MAX_ITEMS = 100;
/** No connection, no memory or disk, shutting down: single calls would fail as well. */
const UNAVAILABLE = /^(08|53|57)/;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly key: string;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface MicroBatchOptions<Item, Result> {
  /** One statement for all items. Returns their results in the order of the items. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /** Of the items with the same key only one is under way at a time. */
  keyOf(item: Item): string;
}

const mayDependOnAnItem = (error: unknown) => error instanceof DatabaseError && !UNAVAILABLE.test(error.code ?? '');

/**
 * Gathers simultaneous calls of this process in batches, at most two at a time. A batch never waits until it is full: it
 * starts as soon as fewer than two are under way, and calls that arrive meanwhile are in the next one. If Postgres refuses a
 * batch, each of its items is run alone, so that an item fails no other item. Single items do not count as batches: one that
 * waits for a lock delays no other call.
 */
export function microBatch<Item, Result>({ run, keyOf }: MicroBatchOptions<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  const keysUnderWay = new Set<string>();
  let running = 0;
  let isScheduled = false;

  const takeBatch = (): Waiting<Item, Result>[] => {
    const batch: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const call of waiting) {
      if (batch.length < MAX_ITEMS && !keysUnderWay.has(call.key)) {
        keysUnderWay.add(call.key);
        batch.push(call);
      } else left.push(call);
    }
    waiting = left;
    return batch;
  };

  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('A batch did not return a result for each item.');
      batch.forEach(({ key, resolve }, position) => {
        keysUnderWay.delete(key);
        resolve(results[position] as Result);
      });
    } catch (error) {
      if (batch.length > 1 && mayDependOnAnItem(error)) {
        for (const call of batch) void settle([call]);
        return;
      }
      for (const { key, reject } of batch) {
        keysUnderWay.delete(key);
        reject(error);
      }
    } finally {
      // Calls may wait for this slot, or for one with the same key.
      schedule();
    }
  };

  const startBatches = () => {
    isScheduled = false;
    while (running < MAX_RUNNING) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      running += 1;
      void settle(batch).finally(() => {
        running -= 1;
      });
    }
  };

  // After the input that has already arrived was read, so that its calls are in one batch.
  const schedule = () => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(startBatches);
  };

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: keyOf(item), resolve, reject });
      schedule();
    });
}
