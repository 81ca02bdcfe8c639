import { setTimeout as sleep } from 'node:timers/promises';

/** The most postings that one transaction changes, so that it holds its locks only for milliseconds. */
export const BATCH = 500;

/** For background work: it then uses a quarter of one connection's time, and autovacuum can keep up. */
export const IN_BACKGROUND = { pauseRatio: 3 };

interface Batches {
  readonly size?: number;
  /** The pause between two batches, as a multiple of the duration of the last batch. */
  readonly pauseRatio?: number;
  /** Stops after the current batch. */
  readonly signal?: AbortSignal | undefined;
}

/** Repeats `batch`, which returns the number of rows it processed, until a batch is not full. Returns the sum. */
export async function inBatches(
  batch: () => Promise<number>,
  { size = BATCH, pauseRatio = 0, signal }: Batches = {},
): Promise<number> {
  for (let total = 0; ; ) {
    const startedAt = performance.now();
    const done = await batch();
    total += done;
    if (done < size || signal?.aborted) return total;
    if (pauseRatio > 0) await sleep((performance.now() - startedAt) * pauseRatio);
  }
}
