import { Api, Context } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { User } from '../auth/user.entity.ts';
import { ensureUser } from '../auth/users.service.ts';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import type { AppLink } from './appLink.ts';
import { type BotContext, handlers } from './handlers.ts';
import { messagesIn } from './messages/botMessages.ts';
import { queueText } from './outbox.ts';
import { markHandled } from './updates.query.ts';

type Parts = Pick<AppContext, 'config' | 'db'> & { readonly appLink: AppLink };

/** Never called: handlers answer with `say`. A call inside the transaction could not be rolled back. */
const api = new Api('no-token');

/**
 * Handles one update: its changes, the answer and the mark that it is handled are one transaction, so that all of it happens
 * once, however often the job runs.
 */
export const handleUpdate =
  (parts: Parts): JobHandler<'handle_update'> =>
  ({ update_id: updateId }) =>
    inTransaction(parts.db, async (db) => {
      const [update] = await markHandled(db, [updateId]);
      if (update) await handle(parts, db, update.body);
    });

async function handle({ appLink, config }: Parts, db: Db, update: Update): Promise<void> {
  const { chat, from } = update.message ?? {};
  // A group has no user account.
  if (!from || from.is_bot || chat?.type !== 'private') return;
  const telegramId = String(from.id);
  const isNewUser = !(await db.existsBy(User, { telegramId }));
  const { id } = await ensureUser(
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
  const user = await db.findOneByOrFail(User, { id });
  // Only its username is used: '/new@other_bot' is for another bot.
  const me = { id: 0, is_bot: true, first_name: 'Flyerdeck', username: config.botUsername ?? '' } as UserFromGetMe;
  const context: BotContext = Object.assign(new Context(update, api, me), {
    db,
    user,
    isNewUser,
    messages: messagesIn(user.language),
    appLink,
    async say(text, dedupeKey) {
      await queueText(db, String(chat.id), text, dedupeKey);
    },
  } satisfies Omit<BotContext, keyof Context>);
  await handlers.middleware()(context, async () => undefined);
}
