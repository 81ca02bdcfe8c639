import { type Db, oneRow, sql, statement } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { BATCH, IN_BACKGROUND, inBatches } from './inBatches.ts';

type LeaseSweep = Record<'requeued' | 'failed' | 'unconfirmed', number>;

const sweepBatch = statement<LeaseSweep, [batch: number]>('SELECT * FROM sweep_leases($1)');

/** Ends claims whose lease has expired. Several workers may run this at the same time. */
export async function sweepLeases(db: Db): Promise<LeaseSweep> {
  const total: LeaseSweep = { requeued: 0, failed: 0, unconfirmed: 0 };
  await inBatches(async () => {
    const { requeued, failed, unconfirmed } = await retryConflicts(() => oneRow(sweepBatch(db, [BATCH])));
    total.requeued += requeued;
    total.failed += failed;
    total.unconfirmed += unconfirmed;
    return requeued + failed + unconfirmed;
  });
  return total;
}

const cancelOfflineBatch = sql<{ failed: number }, [batch: number]>(
  'SELECT cancel_postings_of_offline_pages($1) AS failed',
);

/** Fails the pending postings of pages that have not polled for a day while posting was on. Stops after a batch on `signal`. Returns their number. */
export const sweepOfflinePages = (db: Db, signal?: AbortSignal): Promise<number> =>
  inBatches(async () => (await retryConflicts(() => oneRow(cancelOfflineBatch(db, [BATCH])))).failed, {
    ...IN_BACKGROUND,
    signal,
  });
