import type { AppContext } from '../context.ts';
import { type Db, oneRow } from '../database/statement.ts';
import { inTransaction, retryConflicts } from '../database/transaction.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import { unlinkAllPagesOf } from '../pages/pages.service.ts';
import { cancelPostingsOfAssistant, cancelPostingsOfUnlinkedPages } from '../postings/cancelPostings.query.ts';
import { BATCH, IN_BACKGROUND, inBatches } from '../postings/inBatches.ts';
import { sweepLeases } from '../postings/sweeps.ts';
import { enqueueErasureAgain } from './eraseAccount.query.ts';
import { deleteExportOf } from './exportAccount.ts';
import {
  completeJobsOfChat,
  countClaims,
  endErasure,
  erasedTables,
  expireClaims,
  findErasure,
  listDeletedAssistants,
  listPageGuids,
  listTasks,
  renameQueuesOfChat,
} from './finishErasure.query.ts';

/** How long the job waits for the reports of posts that are being published. */
const WAIT_SECONDS = 15;
const TABLES = erasedTables(BATCH);

/**
 * The job that finishes an erasure. Each step commits by itself and is safe to repeat, so a job that died is run again from its
 * start. While a device is publishing a post, the job waits: the report decides about the charge. It ends when a whole pass finds
 * nothing to erase, because a call that began before the erasure may add something, such as a screenshot.
 */
export const finishErasure =
  ({ db, files, logger }: Pick<AppContext, 'db' | 'files' | 'logger'>): JobHandler<'erase_account'> =>
  async ({ user_id: userId }, { abortSignal }) => {
    const [erasure] = await findErasure(db, [userId]);
    if (!erasure) return;
    for (let isClean = false; !isClean; ) {
      await deleteExportOf(db, files, userId);
      await endPostings(db, userId, erasure.claims_must_end);
      if ((await oneRow(countClaims(db, [userId]))).claims > 0)
        return void (await enqueueErasureAgain(db, [userId, WAIT_SECONDS]));
      isClean = (await eraseTables(db, userId, abortSignal)) === 0;
    }
    await completeJobsOfChat(db, [erasure.telegram_id]);
    await renameQueuesOfChat(db, [erasure.telegram_id]);
    await inTransaction(db, (db) => endErasure(db, [userId]));
    logger.info({ userId }, 'an account was erased');
  };

/** Unlinks pages that are still linked, cancels what is pending, and ends claims whose time is over. */
async function endPostings(db: Db, userId: string, claimsMustEnd: boolean): Promise<void> {
  await inTransaction(db, (db) => unlinkAllPagesOf(db, userId));
  const pages = (await listPageGuids(db, [userId])).map(({ guid }) => guid);
  await cancelPostingsOfUnlinkedPages(db, pages);
  for (const { id } of await listDeletedAssistants(db, [userId])) await cancelPostingsOfAssistant(db, id);
  if (claimsMustEnd) await expireClaims(db, [userId]);
  await sweepLeases(db);
}

/** Erases what the tables contain of a user. Returns the number of rows that were changed or deleted. */
export async function eraseTables(db: Db, userId: string, signal: AbortSignal): Promise<number> {
  const tasks = (await listTasks(db, [userId])).map(({ id }) => [id]);
  let erased = 0;
  for (const { isByTask, eraseBatch } of TABLES) {
    for (const key of isByTask ? tasks : [userId]) {
      const batch = async () => (await oneRow(retryConflicts(() => eraseBatch(db, [key])))).changed;
      erased += await inBatches(batch, { ...IN_BACKGROUND, signal });
      signal.throwIfAborted();
    }
  }
  return erased;
}
