import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { deregisterWorkers, freeJobsOfSilent, writeHeartbeats } from './deadWorkers.query.ts';
import { startSteadyTimer } from './steadyTimer.ts';

const BEAT_EVERY_SECONDS = 10;
/** Four missed beats: a pause of the process or the network is survived, and a dead worker's jobs run within the minute. */
const SILENT_AFTER_SECONDS = 45;
const ROUNDS_WITHOUT_SWEEP_AFTER_OUTAGE = 2;

/** Answers the ids of the workers whose jobs were freed. */
export async function freeJobsOfDeadWorkers(db: Db): Promise<string[]> {
  const [freed] = await freeJobsOfSilent(db, [SILENT_AFTER_SECONDS]);
  return freed?.worker_ids ?? [];
}

export interface Heartbeats {
  /** From now on this id lives, until it is buried. */
  add(workerId: string): void;
  /** The id has ended: whatever it still holds is freed at once, so that nobody has to wait for its silence. */
  bury(workerId: string): Promise<void>;
  /** Buries all that live. */
  stop(): Promise<void>;
}

/** Says for this process's workers that they live, and buries those of other processes that no longer say so. */
export function startHeartbeats({ db, logger }: Pick<AppContext, 'db' | 'logger'>): Heartbeats {
  const living = new Set<string>();
  let roundsToWait = 0;
  let firstBeat: Promise<unknown> = Promise.resolve();

  const beat = () => writeHeartbeats(db, [[...living]]);
  const timer = startSteadyTimer({
    name: 'the heartbeat',
    everySeconds: BEAT_EVERY_SECONDS,
    logger,
    work: async () => {
      try {
        await beat();
      } catch (error) {
        // When the database comes back, every living worker looks silent until it has had its turn.
        roundsToWait = ROUNDS_WITHOUT_SWEEP_AFTER_OUTAGE;
        throw error;
      }
      if (roundsToWait > 0) {
        roundsToWait--;
        return;
      }
      const freed = await freeJobsOfDeadWorkers(db);
      if (freed.length > 0) logger.warn({ workerIds: freed }, 'freed the jobs of dead workers');
    },
  });
  const buryAll = async (workerIds: readonly string[]) => {
    for (const id of workerIds) living.delete(id);
    // One that is under way would write the row anew.
    await firstBeat;
    await deregisterWorkers(db, [workerIds]);
  };

  return {
    add(workerId) {
      living.add(workerId);
      firstBeat = beat().catch((error) => logger.error({ err: error }, 'the first heartbeat failed'));
    },
    bury: (workerId) => buryAll([workerId]),
    async stop() {
      await timer.stop();
      await buryAll([...living]);
    },
  };
}
