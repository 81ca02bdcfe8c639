import { Api, type Composer, Context } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { KnownUser } from '../auth/users.service.ts';
import type { Db } from '../database/statement.ts';
import type { AppLink } from './appLink.ts';
import type { Messages } from './messages/botMessages.ts';
import type { TextPayload } from './outbox.ts';

/** What a handler uses: it reads and writes through `db` and answers through `say`, which sends after the commit. */
interface Handling {
  readonly db: Db;
  readonly user: KnownUser;
  /** Created by this update. */
  readonly isNewUser: boolean;
  readonly credits: number;
  readonly messages: Messages;
  readonly appLink: AppLink;
  /** A message with a key is sent once, however many updates cause it. */
  say(payload: Omit<TextPayload, 'kind'>, dedupeKey?: string): Promise<void>;
}

export type BotContext = Context & Handling;

/** A call inside the transaction could not be rolled back, and would wait for Telegram while holding locks. */
function createSilentApi(): Api {
  const api = new Api('no-token');
  api.config.use(() => {
    throw new Error('A handler answers with say, never by calling Telegram.');
  });
  return api;
}
const silentApi = createSilentApi();

/** Only its username is used: '/new@other_bot' is for another bot. */
const botInfo = (username: string | null) =>
  ({ id: 0, is_bot: true, first_name: 'Flyerdeck', username: username ?? '' }) as UserFromGetMe;

/** Passes one update to the handlers. */
export async function runHandlers(
  handlers: Composer<BotContext>,
  update: Update,
  botUsername: string | null,
  handling: Handling,
): Promise<void> {
  const context: BotContext = Object.assign(new Context(update, silentApi, botInfo(botUsername)), handling);
  await handlers.middleware()(context, async () => undefined);
}
