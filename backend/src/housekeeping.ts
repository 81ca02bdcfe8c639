import { deleteExpiredCredentials } from './auth/auth.service.ts';
import { deleteOldBotRows } from './bot/oldBotRows.query.ts';
import type { Db } from './database/statement.ts';
import { deleteExpiredRateLimits, deleteOldFailedJobs } from './housekeeping.query.ts';
import { deleteForgottenLinkRequests } from './pages/devices.query.ts';

const CHORES: ((db: Db) => Promise<unknown>)[] = [
  deleteExpiredCredentials,
  (db) => deleteForgottenLinkRequests(db, []),
  (db) => deleteExpiredRateLimits(db, []),
  (db) => deleteOldFailedJobs(db, []),
  deleteOldBotRows,
];

/** Throws away what is past its time. A chore that fails keeps no other from being done; it is thrown after the last. */
export async function tidyUp(db: Db): Promise<void> {
  const failures: unknown[] = [];
  for (const chore of CHORES) {
    await chore(db).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Housekeeping could not be finished.');
}
