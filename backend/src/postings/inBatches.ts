import { setTimeout as sleep } from 'node:timers/promises';

/** Postings that one transaction changes at most: locks of milliseconds, whoever's work is how large. */
export const BATCH = 500;

/** For work that nobody waits for: it then takes a quarter of one connection's time, and vacuum keeps up with it. */
export const UNHURRIED = { restRatio: 3 };

/**
 * Runs `batch`, which answers how many it dealt with, until one is not full. Answers how many in all. Between two batches it
 * rests `restRatio` times as long as the last one took.
 */
export async function inBatches(batch: () => Promise<number>, { restRatio = 0 } = {}): Promise<number> {
  for (let total = 0; ; ) {
    const startedAt = performance.now();
    const done = await batch();
    total += done;
    if (done < BATCH) return total;
    if (restRatio > 0) await sleep((performance.now() - startedAt) * restRatio);
  }
}
