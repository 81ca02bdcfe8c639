import { type Db, oneRow } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { BATCH, inBatches } from '../postings/inBatches.ts';
import { deleteScreenshotBatch } from './oldScreenshots.query.ts';

/** Deletes screenshots older than `days`. 0 keeps all of them. Returns how many were deleted. Stops early when `signal` aborts. */
export async function deleteOldScreenshots(
  db: Db,
  days: number,
  { signal, batch = BATCH }: { signal?: AbortSignal; batch?: number } = {},
): Promise<number> {
  if (days === 0) return 0;
  const reason = `The screenshot was deleted after ${days === 1 ? '1 day' : `${days} days`}.`;
  const deleteBatch = () => retryConflicts(() => oneRow(deleteScreenshotBatch(db, [days, batch, reason])));
  return inBatches(async () => (await deleteBatch()).deleted, { size: batch, signal });
}
