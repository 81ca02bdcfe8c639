import { MAX_PENDING_POSTINGS_PER_USER } from '@flyerdeck/contracts';
import { type Db, oneRow } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { unprocessable } from '../http/errors.ts';
import { BATCH } from './inBatches.ts';
import { countPending, MOST_PENDING } from './pendingLimit.query.ts';
import { type Failure, lockForRequeue, type Requeued, requeuePostings } from './retryPostings.query.ts';

/** Throws 422 posting.too_many_pending if one of the owners would have too many unfinished postings. */
async function refuseTooMany(db: Db, failures: readonly Failure[]): Promise<void> {
  const { pending } = await oneRow(countPending(db, [failures.map(({ owner_id }) => owner_id), 1]));
  if (pending > MAX_PENDING_POSTINGS_PER_USER) {
    throw unprocessable(
      'posting.too_many_pending',
      `At most ${MOST_PENDING} postings of a user can be unfinished at the same time, and this would make it ${pending.toLocaleString('en-US')}. Retry fewer postings, wait until some are posted, or delete an assistant.`,
    );
  }
}

/**
 * Puts failed postings back in the queue and returns their number. Each batch is a transaction of its own, so that a device waits for
 * a fraction of a second at most. A posting that has changed since it was read is left out, as is one whose page is unlinked or whose
 * task is archived meanwhile: so a posting that two calls or two tries have read is put back once. `record` runs in the transaction
 * of each batch that has put some back; `left` follow this batch. Throws 422 posting.too_many_pending, before anything is changed
 * unless the postings of the owner become too many meanwhile.
 */
export async function requeue(
  db: Db,
  failures: readonly Failure[],
  record?: (db: Db, requeued: readonly Requeued[], left: number) => Promise<unknown>,
): Promise<number> {
  await refuseTooMany(db, failures);
  let total = 0;
  for (let from = 0; from < failures.length; from += BATCH) {
    const batch = failures.slice(from, from + BATCH);
    const ids = batch.map(({ id }) => id);
    total += await inTransaction(db, async (db) => {
      for (const lock of lockForRequeue) await lock(db, [ids]);
      await refuseTooMany(db, batch);
      const requeued = await requeuePostings(db, [ids, batch.map(({ transitions_count }) => transitions_count)]);
      if (requeued.length > 0) await record?.(db, requeued, failures.length - from - batch.length);
      return requeued.length;
    });
  }
  return total;
}
