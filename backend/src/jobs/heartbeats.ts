import { type Db, sql } from '../database/statement.ts';
import type { JobParts } from './problems.ts';
import { startRepeatingTimer } from './repeatingTimer.ts';

/** graphile-worker would keep jobs locked for four hours. A lock without any heartbeat is of a worker that died before its first one. A job of a slow worker may run twice. */
const freeJobsWithoutHeartbeat = sql<{ worker_ids: string[] }, [seconds: number]>(
  `WITH dead AS (
    DELETE FROM worker_heartbeats WHERE seen_at < now() - $1 * interval '1 second' RETURNING worker_id
  ), unknown AS (
    SELECT DISTINCT j.locked_by AS worker_id FROM graphile_worker.jobs j
    WHERE j.locked_at < now() - $1 * interval '1 second'
      AND NOT EXISTS (SELECT FROM worker_heartbeats h WHERE h.worker_id = j.locked_by)
  ), gone AS (SELECT worker_id FROM dead UNION SELECT worker_id FROM unknown)
  SELECT array_agg(worker_id) AS worker_ids, graphile_worker.force_unlock_workers(array_agg(worker_id)) FROM gone
  HAVING count(*) > 0`,
);

const writeHeartbeats = sql<never, [workerIds: readonly string[]]>(
  `INSERT INTO worker_heartbeats (worker_id) SELECT unnest($1::text[])
   ON CONFLICT (worker_id) DO UPDATE SET seen_at = now()`,
);

const deregisterWorkers = sql<never, [workerIds: readonly string[]]>(
  `WITH ended AS (DELETE FROM worker_heartbeats WHERE worker_id = ANY ($1::text[]))
   SELECT graphile_worker.force_unlock_workers($1)`,
);

const HEARTBEAT_EVERY_SECONDS = 10;
/** Four heartbeats: short pauses are tolerated, and jobs are freed within a minute. */
const DEAD_AFTER_SECONDS = 45;
const ROUNDS_WITHOUT_SWEEP_AFTER_OUTAGE = 2;

export async function freeJobsOfDeadWorkers(db: Db): Promise<string[]> {
  const [freed] = await freeJobsWithoutHeartbeat(db, [DEAD_AFTER_SECONDS]);
  return freed?.worker_ids ?? [];
}

export interface Heartbeats {
  add(workerId: string): void;
  deregister(workerId: string): Promise<void>;
  stop(): Promise<void>;
}

/** Frees the jobs of other processes' workers whose heartbeats have stopped. */
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
