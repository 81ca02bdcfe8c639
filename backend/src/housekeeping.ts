import type { Pool } from 'pg';
import { deleteExpiredCredentials } from './auth/auth.service.ts';
import { deleteOldBotRows } from './bot/deleteOldBotRows.ts';
import { deleteForgottenLinkRequests } from './pages/devices.service.ts';

const FAILED_JOB_KEPT_DAYS = 7;

const deleteExpiredRateLimits = (pool: Pool) =>
  pool.query('DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000');

/** Kept for a while, so that somebody can find out why they failed. */
const deleteOldFailedJobs = (pool: Pool) =>
  pool.query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND locked_at IS NULL
       AND updated_at < now() - interval '${FAILED_JOB_KEPT_DAYS} days'
     HAVING count(*) > 0`,
  );

const DELETIONS = [
  deleteExpiredCredentials,
  deleteForgottenLinkRequests,
  deleteExpiredRateLimits,
  deleteOldFailedJobs,
  deleteOldBotRows,
];

/** Deletes what has expired. When one of them fails, the others still run, and the errors are thrown at the end. */
export async function tidyUp(pool: Pool): Promise<void> {
  const failures: unknown[] = [];
  for (const deleteExpired of DELETIONS) {
    await deleteExpired(pool).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Housekeeping could not be finished.');
}
