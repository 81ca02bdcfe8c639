import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction, retryConflicts } from '../database/transaction.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import { unlinkAllPagesOf } from '../pages/pages.service.ts';
import { cancelPostingsOfAssistant, cancelPostingsOfUnlinkedPages } from '../postings/cancelPostings.query.ts';
import { IN_BACKGROUND, inBatches } from '../postings/inBatches.ts';
import { sweepLeases } from '../postings/sweeps.query.ts';
import { enqueueErasureAgain } from './eraseAccount.query.ts';
import { deleteExportOf } from './exportAccount.ts';
import {
  clearFailures,
  clearLedger,
  clearPostings,
  clearRows,
  clearTasks,
  completePosted,
  countClaims,
  countRemains,
  deleteFiles,
  endErasure,
  expireClaims,
  findErasure,
  listDeletedAssistants,
  listPageGuids,
  listTasks,
} from './finishErasure.query.ts';

/** How long the job waits for the reports of posts that are being published. */
const WAIT_SECONDS = 15;
const NO_TASK = '00000000-0000-0000-0000-000000000000';

/**
 * The job that finishes an erasure. Each step commits by itself and is safe to repeat, so a job that died is run again from its
 * start. While a device is publishing a post, the job waits: the report decides about the charge.
 */
export const finishErasure =
  ({ db, files, logger }: Pick<AppContext, 'db' | 'files' | 'logger'>): JobHandler<'erase_account'> =>
  async ({ user_id: userId }, { abortSignal }) => {
    const [erasure] = await findErasure(db, [userId]);
    if (!erasure) return;
    await deleteExportOf(db, files, userId);
    await endPostings(db, userId, erasure.claims_must_end);
    const [open] = await countClaims(db, [userId]);
    if (open && open.claims > 0) return void (await enqueueErasureAgain(db, [userId, WAIT_SECONDS]));
    await clearHistory(db, userId, abortSignal);
    await clearRows(db, userId, erasure.telegram_id);
    const { remains } = await countRemains(db, userId);
    if (remains > 0) return void (await enqueueErasureAgain(db, [userId, WAIT_SECONDS]));
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

/** Deletes files, and the texts of what stays because the ledger refers to it. */
export async function clearHistory(db: Db, userId: string, signal: AbortSignal): Promise<void> {
  const all = async (change: () => Promise<{ changed: number }[]>) => {
    await inBatches(async () => (await retryConflicts(change))[0]?.changed ?? 0, { ...IN_BACKGROUND, signal });
    signal.throwIfAborted();
  };
  await all(() => completePosted(db, [userId]));
  for (let last: string | undefined = NO_TASK; last; ) {
    const tasks: string[] = (await listTasks(db, [userId, last])).map(({ id }) => id);
    for (const id of tasks) {
      await all(() => clearPostings(db, [id]));
      await all(() => clearFailures(db, [id]));
    }
    await retryConflicts(() => clearTasks(db, [tasks]));
    last = tasks.at(-1);
  }
  await all(() => deleteFiles(db, [userId]));
  let after = '0';
  await all(async () => {
    const cleared = await clearLedger(db, [userId, after]);
    after = cleared[0]?.last ?? after;
    return cleared;
  });
}
