import { type Db, oneRow, sql, statement } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { BATCH, inBatches } from './inBatches.ts';

type LeaseSweep = Record<'requeued' | 'failed' | 'unconfirmed', number>;

const sweepBatch = statement<LeaseSweep, [batch: number]>('sweep_leases', 'SELECT * FROM sweep_leases($1)');

/** Ends claims whose lease has run out. May run at any time, on many workers at once. */
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

/** Fails what waits for a page that has not polled for a day while posting was on. Answers how many. */
export const sweepOfflinePages = (db: Db): Promise<number> =>
  inBatches(async () => (await retryConflicts(() => oneRow(cancelOfflineBatch(db, [BATCH])))).failed);
