import type { AppContext } from '../../context.ts';
import { readTime } from '../../database/processLock.query.ts';
import { type Db, oneRow, sql, statement } from '../../database/statement.ts';
import { retryConflicts } from '../../database/transaction.ts';
import type { JobHandler } from '../../jobs/enqueue.query.ts';
import { type RepeatingTimer, startRepeatingTimer } from '../../jobs/repeatingTimer.ts';
import { BATCH, IN_BACKGROUND, inBatches } from './inBatches.ts';

type LeaseSweep = Record<'requeued' | 'failed' | 'unconfirmed', number>;

const sweepBatch = statement<LeaseSweep, [batch: number]>('SELECT * FROM sweep_leases($1)');

/** Several workers may run this at the same time. */
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

/** Only while posting was on. Stops after a batch on `signal`. Returns the number of postings. */
export const sweepOfflinePages = (db: Db, signal?: AbortSignal): Promise<number> =>
  inBatches(async () => (await retryConflicts(() => oneRow(cancelOfflineBatch(db, [BATCH])))).failed, {
    ...IN_BACKGROUND,
    signal,
  });

const SWEEP_EVERY_SECONDS = 2;

/** Not a scheduled job: those run once a minute, but a posting must be claimable at most 5 seconds after its lease expired. Concurrent sweeps lock with SKIP LOCKED. */
export function startLeaseSweep({
  db,
  logger,
  problems,
}: Pick<AppContext, 'db' | 'logger' | 'problems'>): RepeatingTimer {
  return startRepeatingTimer({
    name: 'the lease sweep',
    everySeconds: SWEEP_EVERY_SECONDS,
    logger,
    problems,
    work: async () => {
      const { requeued, failed, unconfirmed } = await sweepLeases(db);
      if (requeued + failed + unconfirmed > 0) logger.info({ requeued, failed, unconfirmed }, 'leases expired');
    },
  });
}

const MINUTE_MS = 60_000;
/** Longer than the browsers need to poll again. */
const LISTEN_MS = 10 * MINUTE_MS;
/** The job runs each minute. */
const SWEEP_MS = 30_000;
/** Longer than the job waits for its turn among several workers. */
const GAP_MS = 60 * MINUTE_MS;

/** While the server was off, or after the clock was set forward, all pages look offline: after a gap and after the start it gives them time to poll. */
export function offlineSweep(
  { db, logger }: Pick<AppContext, 'db' | 'logger'>,
  clock = async (db: Db) => (await oneRow(readTime(db, []))).now.getTime(),
): JobHandler<'offline_sweep'> {
  let lastRun = Number.NEGATIVE_INFINITY;
  let listeningSince = 0;
  return async (_, { abortSignal }) => {
    const now = await clock(db);
    if (Math.abs(now - lastRun) > GAP_MS) listeningSince = now;
    lastRun = now;
    if (now - listeningSince < LISTEN_MS) return;
    const failed = await sweepOfflinePages(db, AbortSignal.any([abortSignal, AbortSignal.timeout(SWEEP_MS)]));
    if (failed > 0) logger.info({ failed }, 'postings of offline pages failed');
  };
}
