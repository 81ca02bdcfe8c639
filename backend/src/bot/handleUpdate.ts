import type { Update } from 'grammy/types';
import { User } from '../auth/user.entity.ts';
import { ensureUser } from '../auth/users.service.ts';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import type { AppLink } from './appLink.ts';
import { runHandlers } from './botContext.ts';
import { handlers } from './handlers.ts';
import { messagesIn } from './messages/botMessages.ts';
import { queueMessages } from './outbox.ts';
import { lockUpdate, markHandled } from './updates.query.ts';

type Parts = Pick<AppContext, 'config' | 'db'> & { readonly appLink: AppLink };

/**
 * Handles one update: its changes, the answer and the mark that it is handled are one transaction, so that all of it happens
 * once, however often the job runs.
 */
export const handleUpdate =
  (parts: Parts): JobHandler<'handle_update'> =>
  ({ update_id: updateId }) =>
    inTransaction(parts.db, async (db) => {
      const [row] = await lockUpdate(db, [updateId]);
      if (!row) return;
      await handle(parts, db, row.body);
      await markHandled(db, [updateId]);
    });

async function handle({ appLink, config }: Parts, db: Db, update: Update): Promise<void> {
  const { chat, from } = update.message ?? {};
  if (!from || from.is_bot || chat?.type !== 'private') return;
  const telegramId = String(from.id);
  const isKnown = await db.existsBy(User, { telegramId });
  const user = await ensureUser(
    db,
    {
      telegramId,
      username: from.username ?? null,
      firstName: from.first_name,
      lastName: from.last_name ?? '',
      languageCode: from.language_code,
    },
    config,
  );
  const account = await db.findOneByOrFail(User, { id: user.id });
  await runHandlers(handlers, update, config.botUsername, {
    db,
    user,
    appLink,
    isNewUser: !isKnown,
    credits: account.creditsBalance,
    messages: messagesIn(account.language),
    async say(payload, dedupeKey) {
      const message = { payload: { kind: 'text', ...payload } as const, ...(dedupeKey ? { dedupeKey } : {}) };
      await queueMessages(db, String(chat.id), [message]);
    },
  });
}
