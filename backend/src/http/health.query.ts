import { sql } from '../database/statement.ts';

export const ping = sql('SELECT 1');

/** Pending postings are counted up to this number. A larger number is an estimate, which limits the cost of a scrape. */
export const PENDING_COUNTED = 10_000;

/**
 * With its backoff a job reaches this number of failures after about 3 hours, a scheduled one after about ten runs. Jobs
 * without attempts left do not count: a newer job with the same key does their work.
 */
export const MANY_FAILURES = 10;

export type QueueMetricsRow = Record<
  | 'pending'
  | 'oldest_seconds'
  | 'in_flight'
  | 'screenshots'
  | 'jobs_due'
  | 'job_oldest_seconds'
  | 'jobs_failed'
  | 'message_oldest_seconds',
  number
>;

export const readQueueMetrics = sql<QueueMetricsRow>(
  `SELECT
     (CASE WHEN p.counted <= ${PENDING_COUNTED} THEN p.counted
       ELSE greatest(p.counted, (SELECT reltuples FROM pg_class WHERE oid = 'page_postings_pending_by_queued_at'::regclass))
     END)::int AS pending,
     coalesce(extract(epoch FROM now() - p.oldest_queued_at), 0)::float8 AS oldest_seconds,
     (SELECT count(*) FROM in_flight)::int AS in_flight,
     (SELECT count(*) FROM pending_screenshots)::int AS screenshots,
     (SELECT count(*) FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())::int AS jobs_due,
     (SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0) FROM graphile_worker.jobs
      WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())::float8 AS job_oldest_seconds,
     (SELECT count(*) FROM graphile_worker.jobs WHERE attempts >= ${MANY_FAILURES} AND attempts < max_attempts)::int AS jobs_failed,
     (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM bot_messages
      WHERE state IN ('waiting', 'sending'))::float8 AS message_oldest_seconds
   FROM count_pending_postings(${PENDING_COUNTED + 1}) p`,
);
