import { IsNull } from 'typeorm';
import { Assistant } from '../assistants/assistant.entity.ts';
import { deleteAssistant } from '../assistants/assistants.service.ts';
import { rememberErasure } from '../auth/erasedAccounts.query.ts';
import { User } from '../auth/user.entity.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/statement.ts';
import { conflict } from '../http/errors.ts';
import { unlinkAllPagesOf } from '../pages/pages.service.ts';
import { beginErasure, deleteUpdatesFrom, enqueueErasure } from './eraseAccount.query.ts';

/**
 * Erases an account as far as anybody can see: its identity, its sessions, its linked pages and its assistants are gone when the
 * transaction commits, and a later sign-in creates another account. A job then deletes the data (`finishErasure.ts`).
 * Postings before `submitting` are cancelled and refunded as when a page is unlinked; a later one may be reported until its lease
 * ends. Must run in a transaction. Returns the unlinked pages. Throws 409 account.is_admin.
 */
export async function eraseAccount(
  db: Db,
  settings: Pick<Config, 'erasureKey'>,
  { id, telegramId }: Pick<User, 'id' | 'telegramId'>,
): Promise<string[]> {
  // In the order in which the bot's handler locks them: the update, then the user.
  await deleteUpdatesFrom(db, [telegramId]);
  // Waits for linkings, and keeps later ones waiting until the commit. Pages are locked before the user (concurrency.md).
  const pages = await unlinkAllPagesOf(db, id);
  // Waits for other calls that add something to the account. Later ones find that it is erased (lockUser).
  const user = await db.findOneOrFail(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (user.isAdmin) {
    throw conflict(
      'account.is_admin',
      'An admin can not delete their account. Ask another admin to remove your admin privileges first.',
    );
  }
  // A second call that waited for the first one.
  if (user.erasedAt) return [];
  await rememberErasure(db, settings, telegramId);
  await beginErasure(db, [id]);
  const assistants = await db.find(Assistant, {
    select: { id: true },
    where: { ownerId: id, deletedAt: IsNull() },
    order: { id: 'ASC' },
  });
  for (const assistant of assistants) await deleteAssistant(db, id, assistant.id);
  await enqueueErasure(db, [id]);
  return pages;
}
