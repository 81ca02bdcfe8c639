import { type Db, sql, statement } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { BATCH, inBatches } from './inBatches.ts';

export type LeaseSweep = {
  requeued: number;
  failed: number;
  unconfirmed: number;
};

const sweepBatch = statement<LeaseSweep, [batch: number]>('sweep_leases', 'SELECT * FROM sweep_leases($1)');

/** Ends claims whose device fell silent. May run anywhere, at any time, on many workers at once. */
export async function sweepLeases(db: Db): Promise<LeaseSweep> {
  const total: LeaseSweep = { requeued: 0, failed: 0, unconfirmed: 0 };
  await inBatches(async () => {
    const [batch] = await retryConflicts(() => sweepBatch(db, [BATCH]));
    const { requeued = 0, failed = 0, unconfirmed = 0 } = batch ?? {};
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
  inBatches(async () => (await retryConflicts(() => cancelOfflineBatch(db, [BATCH])))[0]?.failed ?? 0);
