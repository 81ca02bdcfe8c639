import type { Update } from 'grammy/types';
import type { EntityManager } from 'typeorm';
import { ensureUser } from '../auth/users.service.ts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JobHandler } from '../jobs/enqueue.ts';
import type { AppLink } from './appLink.ts';
import { runHandlers } from './botContext.ts';
import { handlers } from './handlers.ts';
import { type Language, messagesIn } from './messages/botMessages.ts';
import { queueMessages } from './outbox.ts';

type Parts = Pick<AppContext, 'config' | 'dataSource' | 'pool'> & { readonly appLink: AppLink };

/**
 * Handles one update: its changes, the answer and the mark that it is handled are one transaction, so that all of it happens
 * once, however often the job runs.
 */
export const handleUpdate =
  (parts: Parts): JobHandler<'handle_update'> =>
  ({ update_id: updateId }) =>
    inTransaction(parts.dataSource, async (manager) => {
      const [row] = await manager.query<{ body: Update }[]>(
        'SELECT body FROM bot_updates WHERE update_id = $1 AND handled_at IS NULL FOR UPDATE',
        [updateId],
      );
      if (!row) return;
      await handle(parts, manager, row.body);
      await manager.query('UPDATE bot_updates SET handled_at = now() WHERE update_id = $1', [updateId]);
    });

async function handle({ appLink, config, pool }: Parts, manager: EntityManager, update: Update): Promise<void> {
  const { chat, from } = update.message ?? {};
  if (!from || from.is_bot || chat?.type !== 'private') return;
  const telegramId = String(from.id);
  const [known] = await manager.query<unknown[]>('SELECT 1 FROM users WHERE telegram_id = $1', [telegramId]);
  const user = await ensureUser(
    manager,
    {
      telegramId,
      username: from.username ?? null,
      firstName: from.first_name,
      lastName: from.last_name ?? '',
      languageCode: from.language_code,
    },
    config,
  );
  const [account] = await manager.query<{ language: Language; credits_balance: number }[]>(
    'SELECT language, credits_balance FROM users WHERE id = $1',
    [user.id],
  );
  await runHandlers(handlers, update, config.botUsername, {
    manager,
    pool,
    user,
    appLink,
    isNewUser: !known,
    credits: account?.credits_balance ?? 0,
    messages: messagesIn(account?.language ?? 'en'),
    async say(payload, dedupeKey) {
      const message = { payload: { kind: 'text', ...payload } as const, ...(dedupeKey ? { dedupeKey } : {}) };
      await queueMessages(manager, String(chat.id), [message]);
    },
  });
}
