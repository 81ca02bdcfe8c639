import { UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { conflict, notFound } from '../http/errors.ts';
import { findFailed, lockPagesOfFailed, lockTask, requeuePostings } from './retryPostings.query.ts';

export interface Retry {
  readonly ownerId: string;
  readonly taskId: string;
  /** Only these postings; all failed ones of the task where null. */
  readonly postingIds: readonly string[] | null;
  /** The person has looked: what may be live is posted again all the same. */
  readonly confirmUnconfirmed: boolean;
}

/**
 * Puts failed postings back in the queue and answers how many; what is not failed (any more) is not touched, so a second
 * click changes nothing. Throws 409 while something unconfirmed among them was not confirmed, and then changes nothing at all.
 * Pages and task are locked before anything is read: neither an unlinking nor a deletion nor a late report comes between.
 */
export async function retryPostings(db: Db, retry: Retry): Promise<number> {
  const { taskId, ownerId, postingIds } = retry;
  const pages = await lockPagesOfFailed(db, [taskId, ownerId, postingIds]);
  const [task] = await lockTask(db, [taskId, ownerId]);
  if (!task) throw notFound('task.not_found', 'There is no such task.');
  if (task.archived_at) throw conflict('task.archived', 'Archived tasks can not be retried.');

  const candidates = await findFailed(db, [taskId, postingIds, pages.map(({ guid }) => guid)]);
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
  return (await requeuePostings(db, [reachable.map(({ id }) => id)])).length;
}
