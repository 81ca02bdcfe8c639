import { Api, type Composer, Context } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { KnownUser } from '../auth/users.service.ts';
import type { Db } from '../database/statement.ts';
import type { AppLink } from './appLink.ts';
import type { Messages } from './messages/messages.ts';
import type { TextPayload } from './outbox.ts';

/** What a handler works with: it reads and writes through `db` and speaks through `say`, which is sent after the commit. */
interface Handling {
  readonly db: Db;
  readonly user: KnownUser;
  /** Made by this very update. */
  readonly isNewUser: boolean;
  readonly credits: number;
  readonly messages: Messages;
  readonly appLink: AppLink;
  /** Under a key, said once however many updates say it. */
  say(payload: Omit<TextPayload, 'kind'>, dedupeKey?: string): Promise<void>;
}

export type BotContext = Context & Handling;

/** A call from within the transaction could not be undone with it, and would wait for Telegram under its locks. */
function createSilentApi(): Api {
  const api = new Api('no-token');
  api.config.use(() => {
    throw new Error('A handler answers with say, never by calling Telegram.');
  });
  return api;
}
const silentApi = createSilentApi();

/** Only its username is ever looked at: '/new@other_bot' is not for us. */
const botInfo = (username: string | null) =>
  ({ id: 0, is_bot: true, first_name: 'Flyerdeck', username: username ?? '' }) as UserFromGetMe;

/** Lets the handlers deal with one update. */
export async function runHandlers(
  handlers: Composer<BotContext>,
  update: Update,
  botUsername: string | null,
  handling: Handling,
): Promise<void> {
  const context: BotContext = Object.assign(new Context(update, silentApi, botInfo(botUsername)), handling);
  await handlers.middleware()(context, async () => undefined);
}
