import { setTimeout as sleep } from 'node:timers/promises';

/** A transaction holds its locks only for milliseconds. */
export const BATCH = 500;

/** All background work of a process together uses a quarter of one connection's time. */
export const IN_BACKGROUND = { isBackground: true };
const BACKGROUND_SHARE = 1 / 4;
/** Also after a batch that has waited long for a lock. */
const MAX_PAUSE_MS = 2_000;
let inBackground = 0;

interface Batches {
  readonly size?: number;
  /** Pauses between batches. */
  readonly isBackground?: boolean;
  /** Stops after the current batch. */
  readonly signal?: AbortSignal | undefined;
}

/** `batch` returns the number of rows; one that is not full is the last. Returns the sum. */
export async function inBatches(
  batch: () => Promise<number>,
  { size = BATCH, isBackground = false, signal }: Batches = {},
): Promise<number> {
  if (isBackground) inBackground++;
  try {
    for (let total = 0; ; ) {
      const startedAt = performance.now();
      const done = await batch();
      total += done;
      if (done < size) return total;
      if (isBackground) {
        const pauseMs = (performance.now() - startedAt) * (inBackground / BACKGROUND_SHARE - 1);
        await sleep(Math.min(pauseMs, MAX_PAUSE_MS));
      }
      if (signal?.aborted) return total;
    }
  } finally {
    if (isBackground) inBackground--;
  }
}
