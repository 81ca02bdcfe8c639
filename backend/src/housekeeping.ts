import { deleteExpiredCredentials } from './accounts/auth/sessions.query.ts';
import { deleteOldProblemReports } from './admin/problemReports/problemReports.query.ts';
import { scheduleLostRepeats } from './assistants/repeats/repeats.query.ts';
import { type Db, sql } from './database/statement.ts';
import { deleteExpiredLinkRequests } from './pages/pages.query.ts';
import { deleteUnpairedRunners } from './pages/runners/runners.service.ts';
import { deleteOldStructureReports } from './pages/sitePacks/sitePacks.query.ts';

const deleteExpiredRateLimits = sql('DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000');

/** Kept for a week, so that the operator can find out why they failed. */
const deleteOldFailedJobs = sql(
  `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
   WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - interval '7 days'
   HAVING count(*) > 0`,
);

/** Telegram redelivers an update for a day. */
const UPDATES_KEPT_DAYS = 3;
const MESSAGES_KEPT_DAYS = 30;

const deleteUpdates = sql(`DELETE FROM bot_updates WHERE handled_at < now() - interval '${UPDATES_KEPT_DAYS} days'`);
const deleteFlyerParts = sql(
  `DELETE FROM bot_flyer_parts WHERE outcome IS NOT NULL AND received_at < now() - interval '${UPDATES_KEPT_DAYS} days'`,
);
// Kept for a finished assistant: the dedupe key prevents a second message.
const deleteMessages = sql(
  `DELETE FROM bot_messages WHERE ended_at < now() - interval '${MESSAGES_KEPT_DAYS} days'
     AND (dedupe_key IS NULL OR dedupe_key NOT LIKE 'finished:%')`,
);

export async function deleteOldBotRows(db: Db): Promise<void> {
  for (const deleteOld of [deleteUpdates, deleteFlyerParts, deleteMessages]) await deleteOld(db, []);
}

const STEPS: ((db: Db) => Promise<unknown>)[] = [
  (db) => deleteExpiredCredentials(db, []),
  (db) => deleteExpiredLinkRequests(db, []),
  (db) => deleteUnpairedRunners(db, []),
  (db) => deleteExpiredRateLimits(db, []),
  (db) => deleteOldFailedJobs(db, []),
  (db) => deleteOldStructureReports(db, []),
  (db) => deleteOldProblemReports(db, []),
  deleteOldBotRows,
  (db) => scheduleLostRepeats(db, []),
];

/** Deletes expired rows, and repairs lost jobs. When one step fails, the others still run, and the errors are thrown at the end. */
export async function tidyUp(db: Db): Promise<void> {
  const failures: unknown[] = [];
  for (const step of STEPS) {
    await step(db).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Housekeeping could not be finished.');
}
