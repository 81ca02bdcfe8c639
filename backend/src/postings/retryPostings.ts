import { UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { conflict, notFound } from '../http/errors.ts';
import { requeue } from './requeue.ts';
import { findArchiving, findFailed } from './retryPostings.query.ts';

export interface Retry {
  readonly ownerId: string;
  readonly taskId: string;
  /** Retries only these postings. Null: all failed postings of the task. */
  readonly postingIds: readonly string[] | null;
  /** The user has checked the page: postings whose post may be live are posted again too. */
  readonly confirmUnconfirmed: boolean;
}

/**
 * Puts the failed postings of a task back in the queue (`requeue`). Returns their number. Other postings are not changed, so a second
 * click has no effect. Throws 409 and changes nothing if some postings are unconfirmed and `confirmUnconfirmed` is false.
 */
export async function retryPostings(db: Db, retry: Retry): Promise<number> {
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
