import { type Db, oneRow, sql } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { BATCH, inBatches, UNHURRIED } from './inBatches.ts';

/*
 * What was still to be posted of a deleted assistant or of unlinked pages fails, in batches with a transaction each: others
 * must not wait for one user's 50,000 postings. None of them is claimed meanwhile, because a claim checks the
 * assistant and the page. What is past `submitting` may still be reported until its lease ends.
 */

const ofAssistant = sql<{ cancelled: number }, [assistantId: string, batch: number]>(
  'SELECT cancel_postings_of_assistant($1, $2) AS cancelled',
);
const ofPages = sql<{ cancelled: number }, [pageGuids: readonly string[], batch: number]>(
  'SELECT cancel_postings_of_unlinked_pages($1, $2) AS cancelled',
);

const batchOfAssistant = async (db: Db, assistantId: string) =>
  (await retryConflicts(() => oneRow(ofAssistant(db, [assistantId, BATCH])))).cancelled;
const batchOfPages = async (db: Db, pageGuids: readonly string[]) =>
  (await retryConflicts(() => oneRow(ofPages(db, [pageGuids, BATCH])))).cancelled;

/** The assistant must be deleted already. Answers how many were looked at. */
export const cancelPostingsOfAssistant = (db: Db, assistantId: string): Promise<number> =>
  inBatches(() => batchOfAssistant(db, assistantId), UNHURRIED);

/** Pages of the list that are linked (again) keep what they have. Answers how many were looked at. */
export const cancelPostingsOfUnlinkedPages = (db: Db, pageGuids: readonly string[]): Promise<number> =>
  inBatches(() => batchOfPages(db, pageGuids), UNHURRIED);

/*
 * The first batch at once, for the call that caused it: mostly there is no second, and the answer is then up to date. The
 * job is enqueued in any case, so a failure here may be ignored.
 */
export const beginCancellingOfAssistant = (db: Db, assistantId: string): Promise<unknown> =>
  batchOfAssistant(db, assistantId).catch(() => undefined);

export const beginCancellingOfPages = (db: Db, pageGuids: readonly string[]): Promise<unknown> =>
  batchOfPages(db, pageGuids).catch(() => undefined);

/** Within the transaction that links a page again, before it does: the page's queue then begins empty. */
export const cancelBeforeRelinking = (db: Db, pageGuid: string): Promise<number> =>
  inBatches(async () => (await oneRow(ofPages(db, [[pageGuid], BATCH]))).cancelled);
