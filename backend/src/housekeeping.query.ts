import { sql } from './database/statement.ts';

export const deleteExpiredRateLimits = sql('DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000');

/** Failed jobs are kept for a week, so that the operator can find out why they failed. */
export const deleteOldFailedJobs = sql(
  `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
   WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - interval '7 days'
   HAVING count(*) > 0`,
);
