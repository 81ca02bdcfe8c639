import type { Pool } from 'pg';
import type { AppContext } from '../context.ts';
import { startRepeatingTimer } from './repeatingTimer.ts';

const HEARTBEAT_EVERY_SECONDS = 10;
/** Four missed heartbeats: a pause of the process or the network is tolerated, and a dead worker's jobs run within a minute. */
const DEAD_AFTER_SECONDS = 45;
const ROUNDS_WITHOUT_SWEEP_AFTER_OUTAGE = 2;

/**
 * Frees the jobs of workers without a recent heartbeat. graphile-worker itself would keep them locked for four hours.
 * A lock by an id without any heartbeat belongs to a worker that died before its first one.
 * If a worker was only slow, its job may run twice; every job allows for that.
 */
const freeJobsSql = `WITH dead AS (
    DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '${DEAD_AFTER_SECONDS} seconds' RETURNING worker_id
  ), unknown AS (
    SELECT DISTINCT j.locked_by AS worker_id FROM graphile_worker.jobs j
    WHERE j.locked_at < now() - interval '${DEAD_AFTER_SECONDS} seconds'
      AND NOT EXISTS (SELECT FROM worker_heartbeats h WHERE h.worker_id = j.locked_by)
  ), gone AS (SELECT worker_id FROM dead UNION SELECT worker_id FROM unknown)
  SELECT array_agg(worker_id) AS worker_ids, graphile_worker.force_unlock_workers(array_agg(worker_id)) FROM gone
  HAVING count(*) > 0`;

/** Returns the ids of the workers whose jobs were freed. */
export async function freeJobsOfDeadWorkers(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker_ids: string[] }>(freeJobsSql);
  return rows[0]?.worker_ids ?? [];
}

export interface Heartbeats {
  /** Sends heartbeats for this id until it is deregistered. */
  add(workerId: string): void;
  /** The worker has ended: the jobs that it still holds are freed at once. */
  deregister(workerId: string): Promise<void>;
  /** Deregisters all ids of this process. */
  stop(): Promise<void>;
}

/** Sends the heartbeats of this process's workers, and deregisters workers of other processes that no longer send theirs. */
export function startHeartbeats({ pool, logger }: Pick<AppContext, 'pool' | 'logger'>): Heartbeats {
  const workerIds = new Set<string>();
  let roundsToWait = 0;
  let firstBeat: Promise<unknown> = Promise.resolve();

  const beat = () =>
    pool.query(
      `INSERT INTO worker_heartbeats (worker_id) SELECT unnest($1::text[])
       ON CONFLICT (worker_id) DO UPDATE SET seen_at = now()`,
      [[...workerIds]],
    );
  const timer = startRepeatingTimer({
    name: 'the heartbeat',
    everySeconds: HEARTBEAT_EVERY_SECONDS,
    logger,
    work: async () => {
      try {
        await beat();
      } catch (error) {
        // When the database is back, every worker looks dead until it has sent a heartbeat.
        roundsToWait = ROUNDS_WITHOUT_SWEEP_AFTER_OUTAGE;
        throw error;
      }
      if (roundsToWait > 0) {
        roundsToWait--;
        return;
      }
      const freed = await freeJobsOfDeadWorkers(pool);
      if (freed.length > 0) logger.warn({ workerIds: freed }, 'freed the jobs of dead workers');
    },
  });
  const deregisterAll = async (ended: readonly string[]) => {
    for (const id of ended) workerIds.delete(id);
    // A first heartbeat in flight would insert the row again.
    await firstBeat;
    await pool.query(
      `WITH ended AS (DELETE FROM worker_heartbeats WHERE worker_id = ANY ($1::text[]))
       SELECT graphile_worker.force_unlock_workers($1)`,
      [ended],
    );
  };

  return {
    add(workerId) {
      workerIds.add(workerId);
      firstBeat = beat().catch((error) => logger.error({ err: error }, 'the first heartbeat failed'));
    },
    deregister: (workerId) => deregisterAll([workerId]),
    async stop() {
      await timer.stop();
      await deregisterAll([...workerIds]);
    },
  };
}
