import { Api } from 'grammy';
import type { AppContext } from '../context.ts';
import { grammySignal } from './grammySignal.ts';
import { messagesIn } from './messages/botMessages.ts';
import { POLL_SECONDS, pollForUpdates } from './polling.ts';
import { retryUntilStopped } from './retryUntilStopped.ts';
import { WANTED_UPDATES } from './updates.query.ts';
import { webhookSecret, webhookUrl } from './webhook.ts';

const ANSWER_TIMEOUT_SECONDS = POLL_SECONDS + 15;

export interface RunningBot {
  stop(): Promise<void>;
}

/**
 * Starts the bot role, which sets the webhook or polls for updates. Jobs of the workers handle the updates and send messages. The
 * start does not wait for Telegram. Returns null without a bot token.
 */
export function startBot({ config, logger, db }: Pick<AppContext, 'config' | 'db' | 'logger'>): RunningBot | null {
  const { botToken, telegramApiRoot } = config;
  if (botToken === null) {
    logger.info('The bot is off: there is no BOT_TOKEN.');
    return null;
  }
  const stopping = new AbortController();
  const stop = stopping.signal;
  const api = new Api(botToken, { apiRoot: telegramApiRoot, timeoutSeconds: ANSWER_TIMEOUT_SECONDS });
  const url = webhookUrl(config);
  const webhook = { secret_token: webhookSecret(botToken), allowed_updates: WANTED_UPDATES };
  const receiving =
    url === null
      ? pollForUpdates({ api, db, logger, stop })
      : retryUntilStopped({
          name: 'setting the webhook',
          logger,
          stop,
          work: (succeeded) => api.setWebhook(url, webhook, grammySignal(stop)).then(succeeded),
        });
  const menu = retryUntilStopped({
    name: "writing the bot's menu",
    logger,
    stop,
    work: (succeeded) => writeMenu(api, stop).then(succeeded),
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all([receiving, menu]);
    },
  };
}

/** The commands in Telegram's menu, in both languages. */
async function writeMenu(api: Api, stop: AbortSignal): Promise<void> {
  const signal = grammySignal(stop);
  const commandsIn = (language: 'en' | 'ru') =>
    Object.entries(messagesIn(language).commands).map(([command, description]) => ({ command, description }));
  await api.setMyCommands(commandsIn('en'), {}, signal);
  await api.setMyCommands(commandsIn('ru'), { language_code: 'ru' }, signal);
}
