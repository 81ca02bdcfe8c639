import { sql } from '../database/statement.ts';

/**
 * Deletes the heartbeats of workers that have been silent for $1 seconds and frees their jobs, which graphile-worker itself would
 * keep locked for four hours. A lock by an id without a heartbeat belongs to a worker that died before its first one.
 * A worker that was only slow may see its job run twice: every job is written for that.
 */
export const freeJobsOfSilent = sql<{ worker_ids: string[] }, [seconds: number]>(
  `WITH silent AS (
    DELETE FROM worker_heartbeats WHERE seen_at < now() - $1 * interval '1 second' RETURNING worker_id
  ), unknown AS (
    SELECT DISTINCT j.locked_by AS worker_id FROM graphile_worker.jobs j
    WHERE j.locked_at < now() - $1 * interval '1 second'
      AND NOT EXISTS (SELECT FROM worker_heartbeats h WHERE h.worker_id = j.locked_by)
  ), dead AS (SELECT worker_id FROM silent UNION SELECT worker_id FROM unknown)
  SELECT array_agg(worker_id) AS worker_ids, graphile_worker.force_unlock_workers(array_agg(worker_id)) FROM dead
  HAVING count(*) > 0`,
);

export const writeHeartbeats = sql<never, [workerIds: readonly string[]]>(
  `INSERT INTO worker_heartbeats (worker_id) SELECT unnest($1::text[])
   ON CONFLICT (worker_id) DO UPDATE SET seen_at = now()`,
);

/** For workers that have ended: whatever they still hold is free at once. */
export const deregisterWorkers = sql<never, [workerIds: readonly string[]]>(
  `WITH ended AS (DELETE FROM worker_heartbeats WHERE worker_id = ANY ($1::text[]))
   SELECT graphile_worker.force_unlock_workers($1)`,
);
