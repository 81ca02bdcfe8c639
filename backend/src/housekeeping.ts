import { scheduleLostRepeats } from './assistants/repeats/repeats.query.ts';
import { deleteExpiredCredentials } from './auth/sessions.query.ts';
import { deleteOldBotRows } from './bot/deleteOldBotRows.query.ts';
import type { Db } from './database/statement.ts';
import type { FileStore } from './files/fileStore.ts';
import { deleteExpiredRateLimits, deleteOldFailedJobs } from './housekeeping.query.ts';
import { deleteExpiredLinkRequests } from './pages/pages.query.ts';
import { deleteExpiredExports } from './privacy/exportAccount.ts';
import { deleteOldProblemReports } from './problemReports/problemReports.query.ts';
import { deleteUnpairedRunners } from './runners/runners.query.ts';
import { deleteOldStructureReports } from './sitePacks/structureReports.query.ts';

const STEPS: ((db: Db, files: FileStore) => Promise<unknown>)[] = [
  deleteExpiredExports,
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
export async function tidyUp(db: Db, files: FileStore): Promise<void> {
  const failures: unknown[] = [];
  for (const step of STEPS) {
    await step(db, files).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Housekeeping could not be finished.');
}
