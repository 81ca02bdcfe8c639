import type { BulkRetryPreview } from '@flyerdeck/contracts';
import { applySearchSettings } from '../database/search.query.ts';
import { type Db, oneRow } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { conflict } from '../http/errors.ts';
import { findRetried, findRetrySet, insertAuditEvent, type RetrySet } from './bulkRetry.query.ts';
import type { PostingsFilter } from './list/matching.query.ts';
import { requeue } from './requeue.ts';

export const presentRetrySet = ({ failures, ...preview }: RetrySet): BulkRetryPreview => preview;

interface BulkRetry {
  readonly adminId: string;
  readonly filter: PostingsFilter;
  /** Only so many, the oldest. */
  readonly most: number | undefined;
  /** Of the preview that the admin has seen. */
  readonly fingerprint: string;
}

interface Retried {
  readonly retried: number;
  /** How many matching postings are left for a further retry. */
  readonly later: number;
  readonly ownerIds: readonly string[];
}

/**
 * Puts the previewed postings back in the queue (decision 0042), by the same rules as a user's own retry (`requeue`). Throws 409 with
 * a new preview and changes nothing if the postings are others now. Each batch has an audit event, from which a call that arrives
 * again is answered: also one that arrives before the last batch, or after a crash.
 */
export async function bulkRetry(db: Db, { adminId, filter, most, fingerprint }: BulkRetry): Promise<Retried> {
  const set = await inTransaction(db, async (db) => {
    await applySearchSettings(db);
    return findRetrySet(db, filter, most);
  });
  if (set.fingerprint !== fingerprint) {
    const { retried, later } = await oneRow(findRetried(db, [adminId, fingerprint]));
    if (retried !== null) return { retried, later, ownerIds: [] };
    throw conflict('bulk_retry.changed', 'These postings have changed. Check the new numbers, then retry.', {
      ...presentRetrySet(set),
    });
  }
  const { error, postings = [] } = filter;
  const posting = postings.length === 1 ? postings[0] : undefined;
  await requeue(db, set.failures, (db, requeued, left) => {
    const owners = new Set(requeued.map(({ owner_id }) => owner_id)).size;
    const later = set.later + left || undefined;
    return insertAuditEvent(db, [adminId, { postings: requeued.length, owners, later, fingerprint, error, posting }]);
  });
  // Together with those that the same call has put back, if it arrived twice.
  const { retried } = await oneRow(findRetried(db, [adminId, fingerprint]));
  const ownerIds = [...new Set(set.failures.map(({ owner_id }) => owner_id))];
  return { retried: retried ?? 0, later: set.later, ownerIds };
}
