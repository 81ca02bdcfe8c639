import type { Db } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { deleteScreenshotBatch } from './oldScreenshots.query.ts';

const BATCH = 500;

/** Deletes screenshots older than `days`. 0 keeps all of them. Returns how many were deleted. Stops early when `signal` aborts. */
export async function deleteOldScreenshots(
  db: Db,
  days: number,
  { signal, batch = BATCH }: { signal?: AbortSignal; batch?: number } = {},
): Promise<number> {
  if (days === 0) return 0;
  const reason = `The screenshot was deleted after ${days === 1 ? '1 day' : `${days} days`}.`;
  let deleted = 0;
  for (;;) {
    const [row] = await retryConflicts(() => deleteScreenshotBatch(db, [days, batch, reason]));
    const inBatch = row?.deleted ?? 0;
    deleted += inBatch;
    if (inBatch < batch || signal?.aborted) return deleted;
  }
}
