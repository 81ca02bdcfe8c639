import { statement } from '../database/statement.ts';

/**
 * Deletes up to $2 screenshots older than $1 days, the oldest first. $3 becomes the screenshot_error of their postings. Rows that
 * another worker is deleting are skipped.
 */
export const deleteScreenshotBatch = statement<{ deleted: number }, [number, number, string]>(
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

/**
 * Deletes screenshots that no posting refers to. They exist when a worker died after storing the screenshot and before completing
 * the posting. Only those of the last hours are checked, so that the hourly job does not read all screenshots.
 */
export const deleteLostScreenshots = statement<never, []>(
  `DELETE FROM files f
   WHERE f.is_screenshot AND f.created_at BETWEEN now() - interval '6 hours' AND now() - interval '1 hour'
     -- OFFSET 0 makes Postgres look up each row by index, regardless of the statistics.
     AND NOT EXISTS (SELECT FROM page_postings p WHERE p.picture_file_id = f.id OFFSET 0)
     AND NOT EXISTS (SELECT FROM tasks t WHERE t.file_id = f.id OFFSET 0)`,
);
