import type { EntityManager } from 'typeorm';
import type { Queryable } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { BATCH, inBatches, UNHURRIED } from './inBatches.ts';

/*
 * What was still to be posted of a deleted assistant or of unlinked pages fails, in batches with a transaction each: others
 * must not wait for somebody's 50,000 postings. Nothing of them is handed out meanwhile, because a claim looks at the
 * assistant and at the page. What is past `submitting` may still be reported until its lease ends.
 */

const OF_ASSISTANT = 'SELECT cancel_postings_of_assistant($1, $2) AS cancelled';
const OF_PAGES = 'SELECT cancel_postings_of_unlinked_pages($1, $2) AS cancelled';

async function cancelBatch(on: Queryable, sql: string, of: string | readonly string[]): Promise<number> {
  const { rows } = await retryConflicts(() => on.query<{ cancelled: number }>(sql, [of, BATCH]));
  return rows[0]?.cancelled ?? 0;
}

/** The assistant must be deleted already. Answers how many were looked at. */
export const cancelPostingsOfAssistant = (on: Queryable, assistantId: string): Promise<number> =>
  inBatches(() => cancelBatch(on, OF_ASSISTANT, assistantId), UNHURRIED);

/** Pages of the list that are linked (again) keep what they have. Answers how many were looked at. */
export const cancelPostingsOfUnlinkedPages = (on: Queryable, pageGuids: readonly string[]): Promise<number> =>
  inBatches(() => cancelBatch(on, OF_PAGES, pageGuids), UNHURRIED);

/*
 * The first batch at once, for the call that caused it: mostly there is no second, and the answer then tells how it is. The
 * job is enqueued all the same, so a failure here may be ignored.
 */
export const beginCancellingOfAssistant = (on: Queryable, assistantId: string): Promise<unknown> =>
  cancelBatch(on, OF_ASSISTANT, assistantId).catch(() => undefined);

export const beginCancellingOfPages = (on: Queryable, pageGuids: readonly string[]): Promise<unknown> =>
  cancelBatch(on, OF_PAGES, pageGuids).catch(() => undefined);

/** Within the transaction that links a page again, before it does: the page's queue then begins empty. */
export async function cancelBeforeRelinking(manager: EntityManager, pageGuid: string): Promise<void> {
  await inBatches(async () => {
    const [row]: { cancelled: number }[] = await manager.query(OF_PAGES, [[pageGuid], BATCH]);
    return row?.cancelled ?? 0;
  });
}
