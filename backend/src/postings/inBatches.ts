import { setTimeout as sleep } from 'node:timers/promises';

/** Postings that one transaction changes at most, so that it holds its locks for milliseconds only. */
export const BATCH = 500;

/** For work that nobody waits for: it then takes a quarter of one connection's time, and vacuum keeps up with it. */
export const UNHURRIED = { restRatio: 3 };

interface Batches {
  readonly size?: number;
  /** Between two batches it waits so many times as long as the last one took. */
  readonly restRatio?: number;
  /** Ends after the batch at hand. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs `batch`, which returns how many rows it handled, until one is not full. Returns how many in all. */
export async function inBatches(
  batch: () => Promise<number>,
  { size = BATCH, restRatio = 0, signal }: Batches = {},
): Promise<number> {
  for (let total = 0; ; ) {
    const startedAt = performance.now();
    const done = await batch();
    total += done;
    if (done < size || signal?.aborted) return total;
    if (restRatio > 0) await sleep((performance.now() - startedAt) * restRatio);
  }
}
