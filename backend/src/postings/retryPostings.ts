import { UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';
import { conflict, notFound } from '../http/errors.ts';

export interface Retry {
  readonly ownerId: string;
  readonly taskId: string;
  /** Only these postings; all failed ones of the task where null. */
  readonly postingIds: readonly string[] | null;
  /** The person has looked: what may be live is posted again all the same. */
  readonly confirmUnconfirmed: boolean;
}

type Candidate = { id: string; error_code: string | null; linked: boolean };

/** $1 task, $2 its owner, $3 postings or null. In the order in which everybody locks pages. */
const lockPagesSql = `SELECT guid FROM pages
  WHERE guid IN (
    SELECT page_guid FROM page_postings
    WHERE task_id = $1 AND owner_id = $2 AND status = 'failed' AND ($3::uuid[] IS NULL OR id = ANY ($3))
  )
  ORDER BY guid FOR NO KEY UPDATE`;

const lockTaskSql = 'SELECT archived_at FROM tasks WHERE id = $1 AND owner_id = $2 FOR NO KEY UPDATE';

/** $1 task, $2 postings or null, $3 the pages that are locked. */
const candidatesSql = `SELECT p.id, p.error_code, g.unlinked_at IS NULL AS linked
  FROM page_postings p JOIN pages g ON g.guid = p.page_guid
  WHERE p.task_id = $1 AND p.status = 'failed' AND ($2::uuid[] IS NULL OR p.id = ANY ($2)) AND g.guid = ANY ($3)`;

const requeueSql = `UPDATE page_postings
  SET status = 'pending', retry_count = retry_count + 1, lease_losses = 0, claim_token_hash = NULL, report = NULL,
    error_message = NULL, error_code = NULL, publish_at = NULL, scheduled_for = NULL
  WHERE id = ANY ($1)`;

/**
 * Puts failed postings back in the queue and answers how many; what is not failed (any more) is not touched, so a second
 * click changes nothing. Throws 409 while something unconfirmed among them was not confirmed, and then changes nothing at all.
 * Pages and task are locked before anything is read: neither an unlinking nor a deletion nor a late report comes between.
 */
export async function retryPostings(manager: EntityManager, retry: Retry): Promise<number> {
  const { taskId, ownerId, postingIds } = retry;
  const pages: { guid: string }[] = await manager.query(lockPagesSql, [taskId, ownerId, postingIds]);
  const tasks: { archived_at: Date | null }[] = await manager.query(lockTaskSql, [taskId, ownerId]);
  if (!tasks[0]) throw notFound('task.not_found', 'There is no such task.');
  if (tasks[0].archived_at) throw conflict('task.archived', 'Archived tasks can not be retried.');
  const candidates: Candidate[] = await manager.query(candidatesSql, [
    taskId,
    postingIds,
    pages.map(({ guid }) => guid),
  ]);
  const reachable = candidates.filter((posting) => posting.linked);
  if (candidates.length > 0 && reachable.length === 0) {
    throw conflict('page.unlinked', 'The page is no longer linked. Link it again, then retry.');
  }
  const unconfirmed = reachable.filter((posting) => posting.error_code === UNCONFIRMED_CODE).length;
  if (unconfirmed > 0 && !retry.confirmUnconfirmed) {
    throw conflict('posting.unconfirmed', 'The post may be live already. Check the page, then confirm the retry.', {
      unconfirmed,
    });
  }
  const [, retried]: [unknown, number] = await manager.query(requeueSql, [reachable.map((posting) => posting.id)]);
  return retried;
}
