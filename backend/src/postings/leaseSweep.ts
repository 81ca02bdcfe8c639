import type { AppContext } from '../context.ts';
import { type RepeatingTimer, startRepeatingTimer } from '../jobs/repeatingTimer.ts';
import { sweepLeases } from './sweeps.query.ts';

const SWEEP_EVERY_SECONDS = 2;

/**
 * Ends expired claims. This is not a scheduled job: those run once a minute, but a posting must be claimable again
 * at most 5 seconds after its lease expired. Every worker process runs the sweep: it locks rows with SKIP LOCKED, so that
 * concurrent sweeps do not conflict.
 */
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
