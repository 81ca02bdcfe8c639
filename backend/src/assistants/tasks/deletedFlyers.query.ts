import { type Db, oneRow, statement } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { deleteUnusedFiles } from '../../files/files.query.ts';
import { inBatches } from '../../postings/end/inBatches.ts';

const BATCH = 20;

/** Oldest deletion first. Skips assistants with postings that are not done. The tasks are kept without an image. */
export const takeFilesOfDeletedAssistants = statement<{ assistants: number; file_ids: string[] }, [number]>(
  `WITH due AS MATERIALIZED (
    SELECT a.id FROM assistants a
    WHERE a.deleted_at IS NOT NULL AND NOT a.flyers_deleted
      -- OFFSET 0: the planner looks up each assistant by index, also with outdated statistics.
      AND NOT EXISTS (SELECT FROM page_postings p WHERE p.assistant_id = a.id AND left(p.status, 1) = 'p' OFFSET 0)
    ORDER BY a.deleted_at LIMIT $1
    FOR UPDATE OF a SKIP LOCKED
  ),
  flyer AS MATERIALIZED (
    SELECT t.id, t.file_id FROM tasks t JOIN due ON due.id = t.assistant_id WHERE t.file_id IS NOT NULL
  ),
  task AS (UPDATE tasks t SET file_id = NULL FROM flyer WHERE t.id = flyer.id),
  assistant AS (UPDATE assistants a SET flyers_deleted = true FROM due WHERE a.id = due.id)
  SELECT (SELECT count(*)::int FROM due) AS assistants, ARRAY(SELECT DISTINCT file_id FROM flyer) AS file_ids`,
);

/** Returns the number of assistants. Stops after a batch on `signal`. */
export const deleteDeletedFlyers = (db: Db, signal?: AbortSignal): Promise<number> =>
  inBatches(
    () =>
      inTransaction(db, async (db) => {
        const { assistants, file_ids } = await oneRow(takeFilesOfDeletedAssistants(db, [BATCH]));
        await deleteUnusedFiles(db, file_ids);
        return assistants;
      }),
    { size: BATCH, signal },
  );
