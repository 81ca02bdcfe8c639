import { UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';
import { conflict, notFound } from '../http/errors.ts';
import { TRANSITION_SOURCE_COLUMNS, transitionSql } from './transition.ts';

export interface Retry {
  readonly ownerId: string;
  readonly taskId: string;
  /** Only these postings; all failed ones of the task where null. */
  readonly postingIds: readonly string[] | null;
  /** The person has looked: what may be live is posted again all the same. */
  readonly confirmUnconfirmed: boolean;
}

type Candidate = { id: string; error_code: string | null; linked: boolean };

const findTaskSql = 'SELECT archived_at FROM tasks WHERE id = $1 AND owner_id = $2';

const candidatesSql = `SELECT p.id, p.error_code, g.unlinked_at IS NULL AS linked
  FROM page_postings p JOIN pages g ON g.guid = p.page_guid
  WHERE p.task_id = $1 AND p.status = 'failed' AND ($2::uuid[] IS NULL OR p.id = ANY ($2))
  ORDER BY p.id FOR NO KEY UPDATE OF p FOR SHARE OF g`;

const requeueSql = `WITH chosen AS (
    SELECT ${TRANSITION_SOURCE_COLUMNS}, 'pending' AS to_status FROM page_postings p WHERE p.id = ANY ($1)
  ),
  ${transitionSql({
    name: 'moved',
    source: 'chosen',
    set: [
      'retry_count = p.retry_count + 1',
      'lease_losses = 0',
      'claim_token_hash = NULL',
      'lease_expires_at = NULL',
      'report = NULL',
      'error_message = NULL',
      'error_code = NULL',
      'publish_at = NULL',
      'scheduled_for = NULL',
    ],
  })}
  SELECT count(*)::int AS retried FROM moved`;

/**
 * Puts failed postings back in line and answers how many; what is not failed (any more) is not touched, so a second click
 * changes nothing. Throws 409 while something unconfirmed among them was not confirmed, and then changes nothing at all.
 */
export async function retryPostings(manager: EntityManager, retry: Retry): Promise<number> {
  const tasks: { archived_at: Date | null }[] = await manager.query(findTaskSql, [retry.taskId, retry.ownerId]);
  if (!tasks[0]) throw notFound('task.not_found', 'There is no such task.');
  if (tasks[0].archived_at) throw conflict('task.archived', 'Archived tasks can not be retried.');
  const candidates: Candidate[] = await manager.query(candidatesSql, [retry.taskId, retry.postingIds]);
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
  const [row]: { retried: number }[] = await manager.query(requeueSql, [reachable.map((posting) => posting.id)]);
  return row?.retried ?? 0;
}
