import { Api, Context } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { User } from '../../accounts/auth/user.entity.ts';
import { ensureUser, languageOf } from '../../accounts/auth/users.service.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { JobHandler } from '../../jobs/enqueue.query.ts';
import { HttpError } from '../../server/http/errors.ts';
import { messagesIn } from '../messages/botMessages.ts';
import { type AppLink, queueMessages } from '../outbox/outbox.ts';
import { handlePayment, isPayment } from '../payments/payments.ts';
import { type BotContext, handlers } from './handlers.ts';
import { markHandled } from './updates.query.ts';

type Parts = Pick<AppContext, 'config' | 'db' | 'hints' | 'logger'> & { readonly appLink: AppLink };

/** grammY's Context needs an Api. It is never called, because a call could not be rolled back: handlers answer with `say`. */
const api = new Api('no-token');

/** The changes, the queued answer and the mark are one transaction, so they happen once. An update that cannot be handled is recorded without its texts, because another try would fail too. */
export const handleUpdate =
  (parts: Parts): JobHandler<'handle_update'> =>
  async ({ update_id: updateId }) => {
    const owner = await inTransaction(parts.db, async (db) => {
      const [update] = await markHandled(db, [updateId]);
      return update ? handle(parts, db, update.body) : null;
    }).catch(async (error: Error & { code?: string }) => {
      if (!isCausedByUpdate(error)) throw error;
      await markHandled(parts.db, [updateId]);
      const [place] = error.stack?.match(/^ +at .*$/m) ?? [];
      parts.logger.warn({ updateId, error: error.name, code: error.code, place }, 'an update could not be handled');
      return null;
    });
    if (owner === null) return;
    parts.hints.send({
      kind: 'changed',
      owner,
      tags: ['Assistant', 'Task', 'Queue', 'Page', 'Balance', 'Transaction'],
    });
    parts.hints.send({ kind: 'work', owner });
  };

/** Codes of Postgres that begin with 22 or 23 are about values. */
const isCausedByUpdate = (error: Error & { code?: string }) =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof HttpError ||
  /^2[23]/.test(error.code ?? '');

/** Null if the update is not from a user's private chat, or the user has no account. */
async function handle(parts: Parts, db: Db, update: Update): Promise<string | null> {
  const { appLink, config } = parts;
  // Payments are booked for deactivated users too, and create no account.
  if (isPayment(update.message)) return handlePayment(parts, db, update.message);
  const { callback_query: pressed } = update;
  const { chat, from } = update.message ?? { chat: pressed?.message?.chat, from: pressed?.from };
  // Only private chats belong to one user.
  if (!Number.isSafeInteger(from?.id) || !from || from.is_bot || chat?.type !== 'private') return null;
  const telegramId = String(from.id);
  const known = await db.findOneBy(User, { telegramId });
  const account = {
    telegramId,
    username: from.username ?? null,
    firstName: from.first_name,
    lastName: from.last_name ?? '',
    languageCode: from.language_code,
    mayWrite: true,
  };
  // Queued with the first answer: pages that a button changes are locked before the messages of a chat.
  const ending = pressed ? [{ payload: { kind: 'pressed', callbackQueryId: pressed.id } as const }] : [];
  // A button does not create an account: the person may have deleted theirs.
  if (pressed && !known) {
    const { noAccount } = messagesIn(languageOf(from.language_code) ?? 'en');
    await queueMessages(db, String(chat.id), [...ending, { payload: { kind: 'text', text: noAccount } }]);
    return null;
  }
  // ensureUser locks the user's row, and what a button does may lock pages, which come before it (concurrency.md).
  const user =
    pressed && known ? known : await db.findOneByOrFail(User, { id: (await ensureUser(db, account, config)).id });
  // Only the username is used: a command such as '/new@other_bot' is for another bot.
  const me = { id: 0, is_bot: true, first_name: 'Flyerdeck', username: config.botUsername ?? '' } as UserFromGetMe;
  const context: BotContext = Object.assign(new Context(update, api, me), {
    db,
    user,
    isNewUser: known === null,
    messages: messagesIn(user.language),
    appLink,
    screenshotDays: config.screenshotRetentionDays,
    config,
    async say(message, dedupeKey) {
      const payload = 'text' in message ? ({ kind: 'text', ...message } as const) : message;
      await queueMessages(db, String(chat.id), [...ending.splice(0), { payload, dedupeKey }]);
    },
  } satisfies Omit<BotContext, keyof Context>);
  await handlers.middleware()(context, async () => undefined);
  await queueMessages(db, String(chat.id), ending);
  return user.id;
}
