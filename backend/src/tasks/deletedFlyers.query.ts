import { type Db, oneRow, sql, statement } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { inBatches } from '../postings/inBatches.ts';

const BATCH = 20;

/**
 * Deletes the file rows of the flyers of up to $1 deleted assistants, oldest deletion first; a trigger lists their bytes for
 * deletion. Skips assistants with postings that are pending, in flight or waiting for a screenshot. The tasks are kept without an
 * image.
 */
export const deleteFlyersOfDeletedAssistants = statement<{ assistants: number }, [number]>(
  'delete_flyers',
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
  file AS (
    DELETE FROM files f USING flyer
    WHERE f.id = flyer.file_id
      AND NOT EXISTS (SELECT FROM tasks t WHERE t.file_id = f.id AND t.id NOT IN (SELECT id FROM flyer) OFFSET 0)
      AND NOT EXISTS (SELECT FROM page_postings p WHERE p.picture_file_id = f.id OFFSET 0)
  ),
  assistant AS (UPDATE assistants a SET flyers_deleted = true FROM due WHERE a.id = due.id)
  SELECT count(*)::int AS assistants FROM due`,
);

/** Deletes the images of deleted assistants' flyers. Returns the number of assistants. Stops after a batch on `signal`. */
export const deleteDeletedFlyers = (db: Db, signal?: AbortSignal): Promise<number> =>
  inBatches(async () => (await retryConflicts(() => oneRow(deleteFlyersOfDeletedAssistants(db, [BATCH])))).assistants, {
    size: BATCH,
    signal,
  });

/**
 * Deletes the files of flyers that no task uses. They are left when assistants that share a file are deleted at the same moment:
 * each sees the other's task.
 */
export const deleteLostFlyerFiles = sql(
  `DELETE FROM files f
   WHERE NOT f.is_screenshot AND f.created_at < now() - interval '1 hour'
     AND NOT EXISTS (SELECT FROM tasks t WHERE t.file_id = f.id)`,
);
