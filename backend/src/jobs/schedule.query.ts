import { sql } from '../database/statement.ts';
import { addJobSql, type JobName, MAX_ATTEMPTS } from './enqueue.query.ts';

export type Interval = '30 seconds' | '1 minute' | '1 hour';

/** A job that is not known yet counts as enqueued now, so its first run is in the next interval. */
export const registerScheduledJobs = sql<never, [names: readonly string[]]>(
  'INSERT INTO scheduled_jobs (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
);

/**
 * Enqueues the job unless it was already enqueued in this interval by the clock of Postgres. A job that waits after a
 * failure is tried again now and keeps its number of failures. While the job is due or runs, it is not enqueued a second time.
 * The statement locks at most one job. So it cannot be part of a deadlock with the deletion of several finished jobs.
 */
export const enqueueScheduledJob = (name: JobName, interval: Interval) =>
  sql<never, []>(
    `WITH due AS (
      UPDATE scheduled_jobs SET enqueued_at = now()
      WHERE name = '${name}' AND date_bin('${interval}', enqueued_at, 'epoch') <> date_bin('${interval}', now(), 'epoch')
      RETURNING name
    ), existing AS (SELECT j.* FROM due JOIN graphile_worker.jobs j ON j.key = due.name)
    SELECT r.id FROM existing e, graphile_worker.reschedule_jobs(
      ARRAY[e.id], now(), attempts := least(e.attempts, ${MAX_ATTEMPTS - 1}), max_attempts := ${MAX_ATTEMPTS}) r
    WHERE e.run_at > now() OR e.attempts >= e.max_attempts
    UNION ALL
    SELECT (${addJobSql(name, `'{}'::json`, 'due.name')}).id FROM due WHERE NOT EXISTS (SELECT FROM existing)`,
  );
