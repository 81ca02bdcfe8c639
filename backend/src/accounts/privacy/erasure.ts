import { IsNull } from 'typeorm';
import { Assistant } from '../../assistants/assistant.entity.ts';
import { deleteAssistant } from '../../assistants/assistants.service.ts';
import type { Config } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import { type Db, oneRow } from '../../database/statement.ts';
import { inTransaction, retryConflicts } from '../../database/transaction.ts';
import type { JobHandler } from '../../jobs/enqueue.query.ts';
import { unlinkPagesOf } from '../../pages/pages.service.ts';
import { cancelPostingsOfAssistant, cancelPostingsOfUnlinkedPages } from '../../postings/end/cancelPostings.query.ts';
import { BATCH, IN_BACKGROUND, inBatches } from '../../postings/end/inBatches.ts';
import { sweepLeases } from '../../postings/end/sweeps.ts';
import { conflict } from '../../server/http/errors.ts';
import { User } from '../auth/user.entity.ts';
import { erasedIdHash } from '../auth/users.service.ts';
import {
  beginErasure,
  completeJobsOfChat,
  countClaims,
  deleteUpdatesFrom,
  endErasure,
  enqueueErasure,
  enqueueErasureAgain,
  erasedTables,
  expireClaims,
  findErasure,
  listDeletedAssistants,
  listPageGuids,
  listTasks,
  renameQueuesOfChat,
} from './erasure.query.ts';

/** A job deletes the data. Posts that are being published may be reported until their lease ends. Returns the unlinked pages. */
export async function eraseAccount(
  db: Db,
  settings: Pick<Config, 'erasureKey'>,
  { id, telegramId }: Pick<User, 'id' | 'telegramId'>,
): Promise<string[]> {
  // In the order in which the bot's handler locks them: the update, then the user.
  await deleteUpdatesFrom(db, [telegramId]);
  // Waits for linkings, and keeps later ones waiting until the commit. Pages are locked before the user (concurrency.md).
  const pages = await unlinkPagesOf(db, { ownerId: id, pageGuids: null });
  // Waits for other calls that add something to the account. Later ones find that it is erased (lockUser).
  const user = await db.findOneOrFail(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (user.isAdmin) {
    throw conflict(
      'account.is_admin',
      'An admin cannot delete their account. Ask another admin to remove your admin privileges first.',
    );
  }
  if (user.erasedAt) return [];
  await beginErasure(db, [id, erasedIdHash(settings, telegramId)]);
  const assistants = await db.find(Assistant, {
    select: { id: true },
    where: { ownerId: id, deletedAt: IsNull() },
    order: { id: 'ASC' },
  });
  for (const assistant of assistants) await deleteAssistant(db, id, assistant.id);
  await enqueueErasure(db, [id]);
  return pages;
}

const WAIT_SECONDS = 15;
const TABLES = erasedTables(BATCH);

/** Each step is safe to repeat. Ends when a pass finds nothing: an earlier call may still add something. */
export const finishErasure =
  ({ db, logger }: Pick<AppContext, 'db' | 'logger'>): JobHandler<'erase_account'> =>
  async ({ user_id: userId }, { abortSignal }) => {
    const [erasure] = await findErasure(db, [userId]);
    if (!erasure) return;
    for (let isClean = false; !isClean; ) {
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

/** Ends claims whose time is over. */
async function endPostings(db: Db, userId: string, claimsMustEnd: boolean): Promise<void> {
  await inTransaction(db, (db) => unlinkPagesOf(db, { ownerId: userId, pageGuids: null }));
  const pages = (await listPageGuids(db, [userId])).map(({ guid }) => guid);
  await cancelPostingsOfUnlinkedPages(db, pages);
  for (const { id } of await listDeletedAssistants(db, [userId])) await cancelPostingsOfAssistant(db, id);
  if (claimsMustEnd) await expireClaims(db, [userId]);
  await sweepLeases(db);
}

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
