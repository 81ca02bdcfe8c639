import { DatabaseError } from 'pg';

const MAX_RUNNING = 2;
/** Bounds the time for which a batch holds its locks. */
const MAX_ITEMS = 100;
/** A batch that takes longer waits for a lock, or the database is overloaded. It no longer counts as under way. */
const SLOW_AFTER_MS = 200;
/** No connection, no memory or disk, shutting down: single calls would fail as well. */
const UNAVAILABLE = /^(08|53|57)/;

/** As the result of an item: its batch left it alone, so it is run by `runAlone`. */
export const ALONE = Symbol('alone');

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly key: string | symbol;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

interface MicroBatchOptions<Item, Result> {
  /** For two or more items. Results are in their order. */
  run(items: readonly Item[]): Promise<readonly (Result | typeof ALONE)[]>;
  runAlone(item: Item): Promise<Result>;
  /** Of the items with the same key one is under way at a time. Without keyOf each item has its own key. */
  keyOf?(item: Item): string | symbol;
}

const mayDependOnAnItem = (error: unknown) => error instanceof DatabaseError && !UNAVAILABLE.test(error.code ?? '');

/**
 * At most two batches that are not slow are under way; calls that arrive meanwhile are in the next one. If Postgres refuses a batch, its items are run alone, so that an item fails no other.
 * Items that are run alone, and slow batches, do not count as under way: one that waits for a lock delays no other call.
 */
export function microBatch<Item, Result>({ run, runAlone, keyOf = () => Symbol() }: MicroBatchOptions<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  const keysUnderWay = new Set<string | symbol>();
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

  const end = ({ key }: Waiting<Item, Result>) => {
    keysUnderWay.delete(key);
    // A call with the same key may wait for this one.
    schedule();
  };

  const settleAlone = async (call: Waiting<Item, Result>): Promise<void> => {
    try {
      call.resolve(await runAlone(call.item));
    } catch (error) {
      call.reject(error);
    } finally {
      end(call);
    }
  };

  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    const [first] = batch;
    if (first && batch.length === 1) return settleAlone(first);
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('A batch did not return a result for each item.');
      for (const [position, call] of batch.entries()) {
        const result = results[position] as Result | typeof ALONE;
        if (result === ALONE) void settleAlone(call);
        else {
          call.resolve(result);
          end(call);
        }
      }
    } catch (error) {
      for (const call of batch) {
        if (mayDependOnAnItem(error)) void settleAlone(call);
        else {
          call.reject(error);
          end(call);
        }
      }
    }
  };

  const startBatches = () => {
    isScheduled = false;
    while (running < MAX_RUNNING) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      running += 1;
      let isCounted = true;
      const stopCounting = () => {
        if (isCounted) running -= 1;
        isCounted = false;
        schedule();
      };
      const slow = setTimeout(stopCounting, SLOW_AFTER_MS);
      void settle(batch).finally(() => {
        clearTimeout(slow);
        stopCounting();
      });
    }
  };

  // After the input that has already arrived was read, so that its calls are in one batch.
  const schedule = () => {
    if (isScheduled || waiting.length === 0 || running >= MAX_RUNNING) return;
    isScheduled = true;
    setImmediate(startBatches);
  };

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: keyOf(item), resolve, reject });
      schedule();
    });
}
