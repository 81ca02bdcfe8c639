import { type BulkRetryPreview, MAX_PENDING_POSTINGS_PER_USER } from '@flyerdeck/contracts';
import { applySearchSettings } from '../database/search.query.ts';
import { type Db, oneRow } from '../database/statement.ts';
import { conflict, unprocessable } from '../http/errors.ts';
import {
  findRetry,
  findRetrySet,
  insertAuditEvent,
  lockOwners,
  lockPages,
  lockTasks,
  type RetrySet,
} from './bulkRetry.query.ts';
import { BATCH } from './inBatches.ts';
import type { PostingsFilter } from './list/matching.query.ts';
import { countPending, MOST_PENDING } from './pendingLimit.query.ts';
import { requeuePostings } from './retryPostings.query.ts';

export const presentRetrySet = ({ ids, page_guids, task_ids, owner_ids, ...preview }: RetrySet): BulkRetryPreview =>
  preview;

interface BulkRetry {
  readonly adminId: string;
  readonly filter: PostingsFilter;
  /** Of the preview that the admin has seen. */
  readonly fingerprint: string;
}

interface Retried {
  readonly retried: number;
  /** How many matching postings were left out, because one retry takes a limited number. */
  readonly later: number;
  readonly ownerIds: readonly string[];
}

/**
 * Puts the previewed postings back in the queue (decision 0042), by the same rules as a user's own retry. Pages and tasks are
 * locked before the postings are read again, so that no report, unlinking or deletion can run concurrently. Throws 422 posting.too_many_pending, and 409 with a
 * new preview and changes nothing if the postings are others now. A call that arrives twice answers as the first.
 */
export async function bulkRetry(db: Db, { adminId, filter, fingerprint }: BulkRetry): Promise<Retried> {
  await applySearchSettings(db);
  const before = await findRetrySet(db, filter, null);
  const pages = await lockPages(db, [before.page_guids]);
  await lockOwners(db, [before.owner_ids]);
  await lockTasks(db, [before.task_ids]);
  const set = await findRetrySet(
    db,
    filter,
    pages.map(({ guid }) => guid),
  );
  if (set.fingerprint !== fingerprint) {
    const [done] = await findRetry(db, [adminId, fingerprint]);
    if (done) return { retried: done.postings, later: done.later, ownerIds: [] };
    throw conflict('bulk_retry.changed', 'These postings have changed. Check the new numbers, then retry.', {
      ...presentRetrySet(await findRetrySet(db, filter, null)),
    });
  }
  for (let from = 0; from < set.ids.length; from += BATCH) {
    await requeuePostings(db, [set.ids.slice(from, from + BATCH)]);
  }
  if (set.postings > 0) {
    const { pending } = await oneRow(countPending(db, [set.owner_ids]));
    if (pending > MAX_PENDING_POSTINGS_PER_USER) {
      throw unprocessable(
        'posting.too_many_pending',
        `One of these users would have more than ${MOST_PENDING} unfinished postings. Retry fewer postings, for example of another user.`,
      );
    }
    const { error, posting } = filter;
    const later = set.later || undefined;
    await insertAuditEvent(db, [
      adminId,
      { postings: set.postings, owners: set.owners, later, fingerprint, error, posting },
    ]);
  }
  return { retried: set.postings, later: set.later, ownerIds: set.owner_ids };
}
