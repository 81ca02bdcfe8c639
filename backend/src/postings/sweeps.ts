import type { Queryable } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { BATCH, inBatches } from './inBatches.ts';

export interface LeaseSweep {
  requeued: number;
  failed: number;
  unconfirmed: number;
}

/** Ends claims whose device fell silent. May run anywhere, at any time, on many workers at once. */
export async function sweepLeases(on: Queryable): Promise<LeaseSweep> {
  const total: LeaseSweep = { requeued: 0, failed: 0, unconfirmed: 0 };
  await inBatches(async () => {
    const { rows } = await retryConflicts(() =>
      on.query<LeaseSweep>({ name: 'sweep_leases', text: 'SELECT * FROM sweep_leases($1)', values: [BATCH] }),
    );
    const { requeued = 0, failed = 0, unconfirmed = 0 } = rows[0] ?? {};
    total.requeued += requeued;
    total.failed += failed;
    total.unconfirmed += unconfirmed;
    return requeued + failed + unconfirmed;
  });
  return total;
}

/** Fails what waits for a page that has not polled for a day while posting was on. Answers how many. */
export const sweepOfflinePages = (on: Queryable): Promise<number> =>
  inBatches(async () => {
    const { rows } = await retryConflicts(() =>
      on.query<{ failed: number }>('SELECT cancel_postings_of_offline_pages($1) AS failed', [BATCH]),
    );
    return rows[0]?.failed ?? 0;
  });
