import type { Db } from '../database/statement.ts';
import { deregisterWorkers, freeJobsWithoutHeartbeat, writeHeartbeats } from './heartbeats.query.ts';
import type { JobParts } from './jobParts.ts';
import { startRepeatingTimer } from './repeatingTimer.ts';

const HEARTBEAT_EVERY_SECONDS = 10;
/** Four missed heartbeats. Short pauses of the process or the network are tolerated, and a dead worker's jobs are freed within a minute. */
const DEAD_AFTER_SECONDS = 45;
const ROUNDS_WITHOUT_SWEEP_AFTER_OUTAGE = 2;

/** Returns the ids of the workers whose jobs were freed. */
export async function freeJobsOfDeadWorkers(db: Db): Promise<string[]> {
  const [freed] = await freeJobsWithoutHeartbeat(db, [DEAD_AFTER_SECONDS]);
  return freed?.worker_ids ?? [];
}

export interface Heartbeats {
  /** Sends heartbeats for this id until it is deregistered. */
  add(workerId: string): void;
  /** Ends the heartbeats of a worker that has ended, and frees its jobs. */
  deregister(workerId: string): Promise<void>;
  /** Deregisters all ids of this process. */
  stop(): Promise<void>;
}

/** Sends the heartbeats of this process's workers. Frees the jobs of other processes' workers whose heartbeats have stopped. */
export function startHeartbeats({ db, logger, problems }: JobParts): Heartbeats {
  const workerIds = new Set<string>();
  let roundsToWait = 0;

  const timer = startRepeatingTimer({
    name: 'the heartbeat',
    everySeconds: HEARTBEAT_EVERY_SECONDS,
    logger,
    problems,
    work: async () => {
      try {
        await writeHeartbeats(db, [[...workerIds]]);
      } catch (error) {
        // After an outage of the database every worker looks dead until its next heartbeat.
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
  const deregister = async (...ended: string[]) => {
    for (const id of ended) workerIds.delete(id);
    // A heartbeat in flight may insert the row again; a later sweep deletes it.
    await deregisterWorkers(db, [ended]);
  };

  return {
    add(workerId) {
      workerIds.add(workerId);
      timer.wake();
    },
    deregister,
    async stop() {
      await timer.stop();
      await deregister(...workerIds);
    },
  };
}
