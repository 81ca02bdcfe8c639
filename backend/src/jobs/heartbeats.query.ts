import { sql } from '../database/statement.ts';

/**
 * Frees the jobs of workers without a heartbeat for $1 seconds. graphile-worker itself would keep them locked for four hours.
 * A lock by an id without any heartbeat belongs to a worker that died before its first one.
 * If a worker was only slow, its job may run twice; every job allows for that.
 */
export const freeJobsWithoutHeartbeat = sql<{ worker_ids: string[] }, [seconds: number]>(
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

export const writeHeartbeats = sql<never, [workerIds: readonly string[]]>(
  `INSERT INTO worker_heartbeats (worker_id) SELECT unnest($1::text[])
   ON CONFLICT (worker_id) DO UPDATE SET seen_at = now()`,
);

/** Frees the jobs of workers that have ended. */
export const deregisterWorkers = sql<never, [workerIds: readonly string[]]>(
  `WITH ended AS (DELETE FROM worker_heartbeats WHERE worker_id = ANY ($1::text[]))
   SELECT graphile_worker.force_unlock_workers($1)`,
);
