/** Postings that one transaction changes at most: locks of milliseconds, whoever's work is how large. */
export const BATCH = 500;

/** Runs `batch`, which answers how many it dealt with, until one is not full. Answers how many in all. */
export async function inBatches(batch: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const done = await batch();
    total += done;
    if (done < BATCH) return total;
  }
}
