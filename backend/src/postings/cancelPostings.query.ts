import { type Db, sql } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { BATCH, inBatches, UNHURRIED } from './inBatches.ts';

/*
 * What was still to be posted of a deleted assistant or of unlinked pages fails, in batches with a transaction each: others
 * must not wait for somebody's 50,000 postings. Nothing of them is handed out meanwhile, because a claim looks at the
 * assistant and at the page. What is past `submitting` may still be reported until its lease ends.
 */

const ofAssistant = sql<{ cancelled: number }, [assistantId: string, batch: number]>(
  'SELECT cancel_postings_of_assistant($1, $2) AS cancelled',
);
const ofPages = sql<{ cancelled: number }, [pageGuids: readonly string[], batch: number]>(
  'SELECT cancel_postings_of_unlinked_pages($1, $2) AS cancelled',
);

async function cancelBatch<Of>(
  db: Db,
  cancel: (db: Db, values: [of: Of, batch: number]) => Promise<{ cancelled: number }[]>,
  of: Of,
): Promise<number> {
  const [row] = await retryConflicts(() => cancel(db, [of, BATCH]));
  return row?.cancelled ?? 0;
}

/** The assistant must be deleted already. Answers how many were looked at. */
export const cancelPostingsOfAssistant = (db: Db, assistantId: string): Promise<number> =>
  inBatches(() => cancelBatch(db, ofAssistant, assistantId), UNHURRIED);

/** Pages of the list that are linked (again) keep what they have. Answers how many were looked at. */
export const cancelPostingsOfUnlinkedPages = (db: Db, pageGuids: readonly string[]): Promise<number> =>
  inBatches(() => cancelBatch(db, ofPages, pageGuids), UNHURRIED);

/*
 * The first batch at once, for the call that caused it: mostly there is no second, and the answer then tells how it is. The
 * job is enqueued all the same, so a failure here may be ignored.
 */
export const beginCancellingOfAssistant = (db: Db, assistantId: string): Promise<unknown> =>
  cancelBatch(db, ofAssistant, assistantId).catch(() => undefined);

export const beginCancellingOfPages = (db: Db, pageGuids: readonly string[]): Promise<unknown> =>
  cancelBatch(db, ofPages, pageGuids).catch(() => undefined);

/** Within the transaction that links a page again, before it does: the page's queue then begins empty. */
export const cancelBeforeRelinking = (db: Db, pageGuid: string): Promise<number> =>
  inBatches(async () => (await ofPages(db, [[pageGuid], BATCH]))[0]?.cancelled ?? 0);
