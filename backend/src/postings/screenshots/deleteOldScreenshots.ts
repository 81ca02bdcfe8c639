import { type Db, oneRow, statement } from '../../database/statement.ts';
import { retryConflicts } from '../../database/transaction.ts';
import { BATCH, inBatches } from '../end/inBatches.ts';

/** $3 becomes the screenshot_error of their postings. Rows that another worker is deleting are skipped. */
const deleteScreenshotBatch = statement<{ deleted: number }, [number, number, string]>(
  `WITH old AS MATERIALIZED (
    SELECT f.id FROM files f
    WHERE f.is_screenshot AND f.created_at < now() - make_interval(days => $1::int)
      AND NOT EXISTS (SELECT FROM tasks t WHERE t.file_id = f.id)
    ORDER BY f.created_at LIMIT $2
    FOR UPDATE OF f SKIP LOCKED
  ),
  posting AS (
    -- updated_at does not change, because the posting itself has not changed.
    UPDATE page_postings p
    SET picture_file_id = NULL, screenshot_error = $3
    FROM old WHERE p.picture_file_id = old.id
  ),
  file AS (DELETE FROM files f USING old WHERE f.id = old.id)
  SELECT count(*)::int AS deleted FROM old`,
);

/** A worker died after storing one. Only those of the last hours are checked, so that the hourly job does not read all screenshots. */
export const deleteLostScreenshots = statement<never, []>(
  `DELETE FROM files f
   WHERE f.is_screenshot AND f.created_at BETWEEN now() - interval '6 hours' AND now() - interval '1 hour'
     -- OFFSET 0 makes Postgres look up each row by index, regardless of the statistics.
     AND NOT EXISTS (SELECT FROM page_postings p WHERE p.picture_file_id = f.id OFFSET 0)
     AND NOT EXISTS (SELECT FROM tasks t WHERE t.file_id = f.id OFFSET 0)`,
);

/** 0 keeps all. Returns the number. Stops early when `signal` aborts. */
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
