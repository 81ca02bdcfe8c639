import { sql } from '../database/statement.ts';

/**
 * Locks the pages of a task's failed postings, or only of the given postings. Pages are always locked in the order of their
 * guids, to prevent deadlocks.
 */
export const lockPagesOfFailed = sql<
  { guid: string },
  [taskId: string, ownerId: string, postingIds: readonly string[] | null]
>(
  `SELECT guid FROM pages
   WHERE guid IN (
     SELECT page_guid FROM page_postings
     WHERE task_id = $1 AND owner_id = $2 AND status = 'failed' AND ($3::uuid[] IS NULL OR id = ANY ($3))
   )
   ORDER BY guid FOR NO KEY UPDATE`,
);

/** $3: the locked pages. */
export const findFailed = sql<
  { id: string; error_code: string | null; linked: boolean },
  [taskId: string, postingIds: readonly string[] | null, pageGuids: readonly string[]]
>(
  `SELECT p.id, p.error_code, g.unlinked_at IS NULL AS linked
   FROM page_postings p JOIN pages g ON g.guid = p.page_guid
   WHERE p.task_id = $1 AND p.status = 'failed' AND ($2::uuid[] IS NULL OR p.id = ANY ($2)) AND g.guid = ANY ($3)`,
);

export const requeuePostings = sql<{ id: string }, [postingIds: readonly string[]]>(
  `UPDATE page_postings
   SET status = 'pending', retry_count = retry_count + 1, expired_lease_count = 0, claim_token_hash = NULL, report = NULL,
     error_message = NULL, error_code = NULL, publish_at = NULL, scheduled_for = NULL
   WHERE id = ANY ($1) RETURNING id`,
);

export const lockTask = sql<{ archived_at: Date | null }, [taskId: string, ownerId: string]>(
  'SELECT archived_at FROM tasks WHERE id = $1 AND owner_id = $2 FOR NO KEY UPDATE',
);
