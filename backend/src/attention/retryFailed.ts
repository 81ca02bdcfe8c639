import type { RETRIED_KINDS } from '@flyerdeck/contracts';
import { lockUser } from '../credits/lockUser.query.ts';
import type { Db } from '../database/statement.ts';
import { unprocessable } from '../http/errors.ts';
import { lockPages, lockTasks } from '../postings/bulkRetry.query.ts';
import { BATCH } from '../postings/inBatches.ts';
import { pendingProblem } from '../postings/pendingLimit.query.ts';
import { requeuePostings } from '../postings/retryPostings.query.ts';
import { findRetryable } from './attention.query.ts';

interface Retried {
  readonly retried: number;
  /** How many were left out, because one retry takes a limited number. */
  readonly later: number;
}

/**
 * Puts an owner's failed postings back in the queue, by the rules of a retry of one flyer. Postings whose post may be live are left
 * out. Pages, user and tasks are locked before the postings are read again, so that no report, unlinking or deletion can run
 * concurrently. Throws 422 posting.too_many_pending.
 */
export async function retryFailed(db: Db, ownerId: string, kind: (typeof RETRIED_KINDS)[number]): Promise<Retried> {
  const found = await findRetryable(db, [ownerId, kind, null]);
  const tasks = new Set(found.map(({ task_id }) => task_id));
  const pages = await lockPages(db, [[...new Set(found.map(({ page_guid }) => page_guid))]]);
  await lockUser(db, [ownerId]);
  await lockTasks(db, [[...tasks]]);
  const failed = await findRetryable(db, [ownerId, kind, pages.map(({ guid }) => guid)]);
  // Those of other tasks have failed meanwhile.
  const ids = failed.filter(({ task_id }) => tasks.has(task_id)).map(({ id }) => id);
  const problem = ids.length > 0 && (await pendingProblem(db, ownerId, ids.length));
  if (problem) throw unprocessable(...problem);
  for (let from = 0; from < ids.length; from += BATCH) await requeuePostings(db, [ids.slice(from, from + BATCH)]);
  return { retried: ids.length, later: (failed[0]?.retryable ?? 0) - failed.length };
}
