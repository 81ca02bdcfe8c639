import { type Db, oneRow, statement } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { BATCH, IN_BACKGROUND, inBatches } from './inBatches.ts';

const archiveBatch = statement<{ archived: number }, [taskId: string, batch: number]>(
  `WITH archived AS (
    UPDATE page_postings SET archived = true
    WHERE id IN (SELECT id FROM page_postings WHERE task_id = $1 AND NOT archived LIMIT $2)
    RETURNING 1
  )
  SELECT count(*)::int AS archived FROM archived`,
);

/**
 * Archives the postings of archived tasks. The flag is copied to the postings so that the admin's list need not join the tasks.
 * Stops after a batch on `signal`. Returns the tasks that are left.
 */
export async function archivePostings(
  db: Db,
  taskIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  for (const [n, taskId] of taskIds.entries()) {
    const archive = async () => (await retryConflicts(() => oneRow(archiveBatch(db, [taskId, BATCH])))).archived;
    const archived = await inBatches(archive, { ...IN_BACKGROUND, signal });
    // A last batch that is not full ends the task.
    if (signal.aborted) return taskIds.slice(archived % BATCH === 0 ? n : n + 1);
  }
  return [];
}
