import { MAX_PENDING_POSTINGS_PER_USER, UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import type { Hints } from '../../database/hints.ts';
import { type Db, oneRow } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueueJob } from '../../jobs/enqueue.query.ts';
import { inTurns } from '../../jobs/turns.ts';
import { formatNumber } from '../../server/exports/csvExport.ts';
import { conflict, HttpError, notFound, unprocessable } from '../../server/http/errors.ts';
import { applySearchSettings } from '../../server/http/search.ts';
import { BATCH } from '../end/inBatches.ts';
import type { PostingsFilter } from '../list/matching.query.ts';
import { countPending, MOST_PENDING } from './pendingLimit.query.ts';
import {
  confirmDoubts,
  type Failure,
  findArchiving,
  findFailed,
  findMatchingFailed,
  lockForRequeue,
  recordRetry,
  requeuePostings,
} from './retryPostings.query.ts';

export interface Retry {
  readonly ownerId: string;
  readonly taskId: string;
  /** Null: all failed postings of the task. */
  readonly postingIds: readonly string[] | null;
  /** The user has checked the page: postings whose post may be live are posted again too. */
  readonly confirmUnconfirmed: boolean;
}

/** A second click has no effect. Throws 409 and changes nothing if some postings are unconfirmed and `confirmUnconfirmed` is false. */
export async function retryPostings(db: Db, retry: Retry): Promise<Requeued> {
  const { taskId, ownerId, postingIds } = retry;
  const [task] = await findArchiving(db, [taskId, ownerId]);
  if (!task) throw notFound('task.not_found', 'There is no such task.');
  if (task.archived_at) throw conflict('task.archived', 'Archived tasks cannot be retried.');

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

/** The user has seen the posts. A doubt that began after `since` is another try, which the user has not seen. */
export async function settleAsLive(
  db: Db,
  { ownerId, taskId, postingIds, since }: Omit<Retry, 'confirmUnconfirmed'> & { readonly since: string },
) {
  const { settled } = await oneRow(confirmDoubts(db, [ownerId, taskId, postingIds, since]));
  return settled === 0
    ? 'Nothing is in doubt.'
    : `${formatNumber(settled)} posting${settled === 1 ? '' : 's'} counted as posted.`;
}

/** One audit event. */
export async function retryMatching(db: Db, adminId: string, filter: PostingsFilter): Promise<Requeued> {
  await applySearchSettings(db);
  const requeued = await requeue(db, await findMatchingFailed(db, filter));
  const { length: postings } = requeued.owners;
  const { failure: error, postings: [posting, ...others] = [] } = filter;
  const details = { postings, owners: new Set(requeued.owners).size, error, ...(others.length === 0 && { posting }) };
  if (postings > 0) await recordRetry(db, [adminId, details]);
  return requeued;
}

async function refuseTooMany(db: Db, failures: readonly Failure[]): Promise<void> {
  const { pending } = await oneRow(countPending(db, [failures.map(({ owner_id }) => owner_id), 1]));
  if (pending > MAX_PENDING_POSTINGS_PER_USER) {
    throw unprocessable(
      'posting.too_many_pending',
      `At most ${MOST_PENDING} postings of a user can be unfinished at the same time, and this would make it ${formatNumber(pending)}. Retry fewer postings, wait until some are posted, or delete an assistant.`,
    );
  }
}

/** Returns the owner of each requeued posting. */
const requeueBatch = (db: Db, failures: readonly Failure[]): Promise<string[]> =>
  inTransaction(db, async (db) => {
    const ids = failures.map(({ id }) => id);
    for (const lock of lockForRequeue) await lock(db, [ids]);
    await refuseTooMany(db, failures);
    const requeued = await requeuePostings(db, [ids, failures.map(({ transitions_count }) => transitions_count)]);
    return requeued.map(({ owner_id }) => owner_id);
  });

interface Requeued {
  readonly owners: readonly string[];
  readonly isLater: boolean;
}

/** Up to 500 in one transaction, more in a job. Leaves out what has changed since it was read, so two calls put a posting back once. */
export async function requeue(db: Db, failures: readonly Failure[]): Promise<Requeued> {
  const [first] = failures;
  if (!first) return { owners: [], isLater: false };
  if (failures.length <= BATCH) return { owners: await requeueBatch(db, failures), isLater: false };
  await refuseTooMany(db, failures);
  await enqueueJob(db, 'requeue_postings', { owner_id: first.owner_id, failures });
  return { owners: failures.map(({ owner_id }) => owner_id), isLater: true };
}

export function retryMessage({ owners: { length }, isLater }: Requeued): string {
  if (length === 0) return 'Nothing to retry.';
  const count = `${formatNumber(length)} posting${length === 1 ? '' : 's'}`;
  return isLater ? `${count} are being put back in the queue.` : `${count} put back in the queue.`;
}

export function hintRequeued(hints: Hints, owners: readonly string[]): void {
  for (const owner of new Set(owners)) {
    hints.send({ kind: 'work', owner });
    hints.send({ kind: 'changed', owner, tags: ['Task', 'Assistant', 'Queue'] });
  }
}

export const requeuePostingsJob = ({ db, hints, logger }: Pick<AppContext, 'db' | 'hints' | 'logger'>) =>
  inTurns(db, 'requeue_postings', async (job, turn) => {
    let { failures } = job;
    while (failures.length > 0 && !turn.aborted) {
      try {
        hintRequeued(hints, await requeueBatch(db, failures.slice(0, BATCH)));
      } catch (error) {
        // An owner has added postings since the call.
        if (!(error instanceof HttpError)) throw error;
        logger.warn({ err: error }, 'failed postings were not put back in the queue');
      }
      failures = failures.slice(BATCH);
    }
    return failures.length > 0 ? { ...job, failures } : null;
  });
