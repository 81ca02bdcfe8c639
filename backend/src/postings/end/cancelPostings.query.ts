import { type Db, oneRow, sql, statement } from '../../database/statement.ts';
import { retryConflicts } from '../../database/transaction.ts';
import { BATCH, IN_BACKGROUND, inBatches } from './inBatches.ts';

/*
 * Each batch has its own transaction, so that others do not wait for 50,000 postings. None can be claimed meanwhile.
 * A posting that was reported as `submitting` may still be reported until its lease ends.
 */

const ofAssistant = sql<{ cancelled: number }, [assistantId: string, batch: number]>(
  'SELECT cancel_postings_of_assistant($1, $2) AS cancelled',
);
const ofPages = sql<{ cancelled: number }, [pageGuids: readonly string[], batch: number]>(
  'SELECT cancel_postings_of_unlinked_pages($1, $2) AS cancelled',
);

const batchOfAssistant = async (db: Db, assistantId: string) =>
  (await retryConflicts(() => oneRow(ofAssistant(db, [assistantId, BATCH])))).cancelled;
const batchOfPages = async (db: Db, pageGuids: readonly string[]) =>
  (await retryConflicts(() => oneRow(ofPages(db, [pageGuids, BATCH])))).cancelled;

/** The assistant must already be deleted. Stops after a batch on `signal`. Returns the number of postings. */
export const cancelPostingsOfAssistant = (db: Db, assistantId: string, signal?: AbortSignal): Promise<number> =>
  inBatches(() => batchOfAssistant(db, assistantId), { ...IN_BACKGROUND, signal });

/** Skips pages that are linked, also again. */
export const cancelPostingsOfUnlinkedPages = (
  db: Db,
  pageGuids: readonly string[],
  signal?: AbortSignal,
): Promise<number> => inBatches(() => batchOfPages(db, pageGuids), { ...IN_BACKGROUND, signal });

/* If one batch is enough, the next read is up to date. Errors are ignored, because a job cancels everything in any case. */
export const cancelFewOfAssistant = (db: Db, assistantId: string) =>
  batchOfAssistant(db, assistantId).catch(() => undefined);
export const cancelFewOfPages = (db: Db, pageGuids: readonly string[]) =>
  batchOfPages(db, pageGuids).catch(() => undefined);

/** In the transaction that links a page again, before it is linked, so that it starts with an empty queue. */
export const cancelBeforeRelinking = (db: Db, pageGuid: string): Promise<number> =>
  inBatches(async () => (await oneRow(ofPages(db, [[pageGuid], BATCH]))).cancelled);

const archiveBatch = statement<{ archived: number }, [taskId: string, batch: number]>(
  `WITH archived AS (
    UPDATE page_postings SET archived = true
    WHERE id IN (SELECT id FROM page_postings WHERE task_id = $1 AND NOT archived LIMIT $2)
    RETURNING 1
  )
  SELECT count(*)::int AS archived FROM archived`,
);

/** The flag is copied so that the admin's list need not join the tasks. Stops after a batch on `signal`. Returns the tasks that are left. */
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
