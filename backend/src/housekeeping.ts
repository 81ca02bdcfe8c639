import type { Pool } from 'pg';
import { deleteExpiredCredentials } from './auth/auth.service.ts';
import { deleteOldBotRows } from './bot/deleteOldBotRows.ts';
import { deleteForgottenLinkRequests } from './pages/devices.service.ts';

const FAILED_JOB_KEPT_DAYS = 7;

const deleteExpiredRateLimits = (pool: Pool) =>
  pool.query('DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000');

/** Kept for a while, so that somebody can look at why they failed. */
const deleteOldFailedJobs = (pool: Pool) =>
  pool.query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND locked_at IS NULL
       AND updated_at < now() - interval '${FAILED_JOB_KEPT_DAYS} days'
     HAVING count(*) > 0`,
  );

const CHORES = [
  deleteExpiredCredentials,
  deleteForgottenLinkRequests,
  deleteExpiredRateLimits,
  deleteOldFailedJobs,
  deleteOldBotRows,
];

/** Throws away what is past its time. A chore that fails keeps no other from being done; it is thrown after the last. */
export async function tidyUp(pool: Pool): Promise<void> {
  const failures: unknown[] = [];
  for (const chore of CHORES) {
    await chore(pool).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Housekeeping could not be finished.');
}
