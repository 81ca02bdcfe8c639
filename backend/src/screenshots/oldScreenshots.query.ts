import { statement } from '../database/statement.ts';
import { BLOB_GRACE } from '../files/unusedBlobs.query.ts';

/**
 * Deletes up to $2 screenshots older than $1 days, the oldest first: one statement, so one transaction. The postings say why
 * they have no screenshot any more ($3); the bytes are listed for deletion. Rows that another worker deletes are skipped.
 */
export const deleteScreenshotBatch = statement<{ deleted: number }, [number, number, string]>(
  'delete_screenshots',
  `WITH old AS MATERIALIZED (
    SELECT f.id, f.sha256 FROM files f
    WHERE f.is_screenshot AND f.created_at < now() - make_interval(days => $1::int)
      AND NOT EXISTS (SELECT FROM tasks t WHERE t.file_id = f.id)
    ORDER BY f.created_at LIMIT $2
    FOR UPDATE OF f SKIP LOCKED
  ),
  posting AS (
    -- updated_at stays: nothing happened to the posting itself.
    UPDATE page_postings p
    SET picture_file_id = NULL, screenshot_error = $3
    FROM old WHERE p.picture_file_id = old.id
  ),
  unused AS (
    INSERT INTO unused_blobs (key, delete_after)
    SELECT DISTINCT 'original/' || sha256, now() + ${BLOB_GRACE} FROM old
    ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after
  ),
  file AS (DELETE FROM files f USING old WHERE f.id = old.id)
  SELECT count(*)::int AS deleted FROM old`,
);
