import { UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import { applySearchSettings } from '../database/search.query.ts';
import type { Db } from '../database/statement.ts';
import { conflict, notFound } from '../http/errors.ts';
import type { PostingsFilter } from './list/matching.query.ts';
import { type Requeued, requeue } from './requeue.ts';
import { findArchiving, findFailed, findMatchingFailed, recordRetry } from './retryPostings.query.ts';

export interface Retry {
  readonly ownerId: string;
  readonly taskId: string;
  /** Retries only these postings. Null: all failed postings of the task. */
  readonly postingIds: readonly string[] | null;
  /** The user has checked the page: postings whose post may be live are posted again too. */
  readonly confirmUnconfirmed: boolean;
}

/**
 * Puts the failed postings of a task back in the queue (`requeue`). Other postings are not changed, so a second
 * click has no effect. Throws 409 and changes nothing if some postings are unconfirmed and `confirmUnconfirmed` is false.
 */
export async function retryPostings(db: Db, retry: Retry): Promise<Requeued> {
  const { taskId, ownerId, postingIds } = retry;
  const [task] = await findArchiving(db, [taskId, ownerId]);
  if (!task) throw notFound('task.not_found', 'There is no such task.');
  if (task.archived_at) throw conflict('task.archived', 'Archived tasks can not be retried.');

  const candidates = await findFailed(db, [taskId, postingIds]);
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
  return requeue(db, reachable);
}

/** Retries failed postings of many users for an admin, as one audit event. */
export async function retryMatching(db: Db, adminId: string, filter: PostingsFilter): Promise<Requeued> {
  await applySearchSettings(db);
  const requeued = await requeue(db, await findMatchingFailed(db, filter));
  const { length: postings } = requeued.owners;
  const { failure: error, postings: [posting, ...others] = [] } = filter;
  const details = { postings, owners: new Set(requeued.owners).size, error, ...(others.length === 0 && { posting }) };
  if (postings > 0) await recordRetry(db, [adminId, details]);
  return requeued;
}
