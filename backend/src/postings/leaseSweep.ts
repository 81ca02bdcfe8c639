import type { AppContext } from '../context.ts';
import { type RepeatingTimer, startRepeatingTimer } from '../jobs/repeatingTimer.ts';
import { sweepLeases } from './sweeps.query.ts';

const SWEEP_EVERY_SECONDS = 2;

/**
 * Gives back what silent devices hold. No graphile job: cron comes once a minute, but a posting must be claimable again
 * within its lease plus 5 seconds. Every worker process does it: the sweep takes its rows with SKIP LOCKED, so many of them
 * are as harmless as one.
 */
export function startLeaseSweep({ db, logger }: Pick<AppContext, 'db' | 'logger'>): RepeatingTimer {
  return startRepeatingTimer({
    name: 'the lease sweep',
    everySeconds: SWEEP_EVERY_SECONDS,
    logger,
    work: async () => {
      const { requeued, failed, unconfirmed } = await sweepLeases(db);
      if (requeued + failed + unconfirmed > 0) logger.info({ requeued, failed, unconfirmed }, 'leases ran out');
    },
  });
}
