import type { AppContext } from '../context.ts';
import { readTime } from '../database/clock.query.ts';
import { type Db, oneRow } from '../database/statement.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import { sweepOfflinePages } from './sweeps.query.ts';

const MINUTE_MS = 60_000;
/** Longer than the browsers need to poll again. */
const LISTEN_MS = 10 * MINUTE_MS;
/** The job runs each minute. What is left is for the next run. */
const SWEEP_MS = 30_000;
/** Longer than the job waits for its turn among several workers. */
const GAP_MS = 60 * MINUTE_MS;

/**
 * The job that fails what waits for pages that are offline for a day. While the server was off, nothing could poll, and after the clock
 * was set forward nothing has polled: in both cases all pages look offline. So after a gap between its runs, and after the start of the
 * process, it gives the pages time to poll.
 */
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
