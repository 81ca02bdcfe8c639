import type { Pool } from 'pg';
import type { AppContext } from '../context.ts';
import { startRepeatingTimer } from './repeatingTimer.ts';

const BEAT_EVERY_SECONDS = 10;
/** Four missed beats: a pause of the process or the network is survived, and a dead worker's jobs run within the minute. */
const SILENT_AFTER_SECONDS = 45;
const ROUNDS_WITHOUT_SWEEP_AFTER_OUTAGE = 2;

/**
 * Frees the jobs of workers that fell silent. graphile-worker itself would keep them locked for four hours.
 * A lock by an id without any heartbeat belongs to a worker that died before its first one.
 * A worker that was only slow may see its job run twice: every job bears that.
 */
const freeJobsSql = `WITH silent AS (
    DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '${SILENT_AFTER_SECONDS} seconds' RETURNING worker_id
  ), unknown AS (
    SELECT DISTINCT j.locked_by AS worker_id FROM graphile_worker.jobs j
    WHERE j.locked_at < now() - interval '${SILENT_AFTER_SECONDS} seconds'
      AND NOT EXISTS (SELECT FROM worker_heartbeats h WHERE h.worker_id = j.locked_by)
  ), dead AS (SELECT worker_id FROM silent UNION SELECT worker_id FROM unknown)
  SELECT array_agg(worker_id) AS worker_ids, graphile_worker.force_unlock_workers(array_agg(worker_id)) FROM dead
  HAVING count(*) > 0`;

/** Answers the ids of the workers whose jobs were freed. */
export async function freeJobsOfDeadWorkers(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker_ids: string[] }>(freeJobsSql);
  return rows[0]?.worker_ids ?? [];
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
export function startHeartbeats({ pool, logger }: Pick<AppContext, 'pool' | 'logger'>): Heartbeats {
  const living = new Set<string>();
  let roundsToWait = 0;
  let firstBeat: Promise<unknown> = Promise.resolve();

  const beat = () =>
    pool.query(
      `INSERT INTO worker_heartbeats (worker_id) SELECT unnest($1::text[])
       ON CONFLICT (worker_id) DO UPDATE SET seen_at = now()`,
      [[...living]],
    );
  const timer = startRepeatingTimer({
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
      const freed = await freeJobsOfDeadWorkers(pool);
      if (freed.length > 0) logger.warn({ workerIds: freed }, 'freed the jobs of dead workers');
    },
  });
  const buryAll = async (workerIds: readonly string[]) => {
    for (const id of workerIds) living.delete(id);
    // One that is under way would write the row anew.
    await firstBeat;
    await pool.query(
      `WITH ended AS (DELETE FROM worker_heartbeats WHERE worker_id = ANY ($1::text[]))
       SELECT graphile_worker.force_unlock_workers($1)`,
      [workerIds],
    );
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
