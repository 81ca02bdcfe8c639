import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from 'grammy';
import type { Logger } from 'pino';
import type { AppContext } from '../../context.ts';
import { withProcessLock } from '../../database/processLock.query.ts';
import { messagesIn } from '../messages/botMessages.ts';
import { backoffMs, readTelegramFailure, tokenWasAccepted, tokenWasRefused } from '../outbox/telegram.ts';
import { type Checkout, createCheckout } from '../payments/checkout.ts';
import { isUpdate, storeUpdates, WANTED_UPDATES } from './updates.query.ts';
import { webhookSecret, webhookUrl } from './webhook.routes.ts';

type GrammySignal = NonNullable<Parameters<Api['getUpdates']>[1]>;

/** grammY's type of a signal comes from a polyfill package. */
const grammySignal = (signal: AbortSignal): GrammySignal => signal as unknown as GrammySignal;

interface RetriedWork {
  readonly name: string;
  readonly logger: Logger;
  readonly stop: AbortSignal;
  /** `succeeded` resets the backoff; call it after each answer. */
  readonly work: (succeeded: () => void) => Promise<unknown>;
}

export const pause = (ms: number, stop: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal: stop }).catch(() => undefined);

/** Repeats `work` with backoff until it succeeds or `stop` aborts. Logs the first failure and the recovery. */
async function retryUntilStopped({ name, logger, stop, work }: RetriedWork): Promise<void> {
  let failures = 0;
  const succeeded = () => {
    tokenWasAccepted();
    if (failures > 0) logger.info({ failures }, `${name} works again`);
    failures = 0;
  };
  while (!stop.aborted) {
    try {
      await work(succeeded);
      return;
    } catch (error) {
      if (stop.aborted) return;
      failures++;
      const failure = readTelegramFailure(error);
      const { reason } = failure;
      if (failure.kind === 'unavailable' && failure.isTokenRefused) tokenWasRefused(logger, reason);
      else if (failures === 1) logger.warn({ reason }, `${name} failed: retrying with backoff`);
      else logger.debug({ reason, failures }, `${name} failed again`);
      await pause(backoffMs(failures), stop);
    }
  }
}

/** Without updates Telegram keeps the request open for so long. */
const POLL_SECONDS = 30;
const LOCK_AGAIN_MS = 5_000;
const UPDATES_AT_ONCE = 100;

interface Polling extends Pick<AppContext, 'db' | 'logger'> {
  /** Its timeout must be longer than POLL_SECONDS. */
  readonly api: Api;
  readonly stop: AbortSignal;
  readonly answerCheckout: Checkout;
}

/** One process polls at a time; the others wait for the lock. */
async function pollForUpdates(polling: Polling): Promise<void> {
  const { db, logger, stop } = polling;
  let isStandingBy = false;
  await retryUntilStopped({
    name: 'receiving from Telegram',
    logger,
    stop,
    async work(succeeded) {
      while (!stop.aborted) {
        const hadLock = await withProcessLock(db, 'telegramPolling', (lost) => {
          isStandingBy = false;
          return poll(polling, AbortSignal.any([stop, lost]), succeeded);
        });
        if (hadLock) continue;
        if (!isStandingBy) logger.info('another process receives from Telegram: waiting for its lock');
        isStandingBy = true;
        await pause(LOCK_AGAIN_MS, stop);
      }
    },
  });
}

/** A request acknowledges the updates of the one before. */
async function poll({ api, db, answerCheckout }: Polling, stop: AbortSignal, succeeded: () => void): Promise<void> {
  const signal = grammySignal(stop);
  // While a webhook is set, Telegram refuses polling. Pending updates are kept.
  await api.deleteWebhook({ drop_pending_updates: false }, signal);
  for (let offset = 0; !stop.aborted; ) {
    const updates = await api.getUpdates(
      { offset, timeout: POLL_SECONDS, limit: UPDATES_AT_ONCE, allowed_updates: WANTED_UPDATES },
      signal,
    );
    succeeded();
    // Not awaited: an answer that takes seconds must not delay the next one.
    for (const update of updates) void answerCheckout(update);
    await storeUpdates(db, updates);
    const last = updates.findLast(isUpdate);
    if (last) offset = last.update_id + 1;
  }
}

const ANSWER_TIMEOUT_SECONDS = POLL_SECONDS + 15;

export interface RunningBot {
  stop(): Promise<void>;
}

/** Does not wait for Telegram. Null without a bot token. Jobs of the workers handle the updates and send messages. */
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
      ? pollForUpdates({ api, db, logger, stop, answerCheckout: createCheckout({ config, db, logger }, botToken) })
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
    work: (succeeded) => writeMenu(api, stop, config.starsPrices !== null).then(succeeded),
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all([receiving, menu]);
    },
  };
}

async function writeMenu(api: Api, stop: AbortSignal, sellsForStars: boolean): Promise<void> {
  const signal = grammySignal(stop);
  const commandsIn = (language: 'en' | 'ru') => {
    const { commands, stars } = messagesIn(language);
    const offered = Object.entries({ ...commands, ...(sellsForStars && stars.commands) });
    return offered.map(([command, description]) => ({ command, description }));
  };
  await api.setMyCommands(commandsIn('en'), {}, signal);
  await api.setMyCommands(commandsIn('ru'), { language_code: 'ru' }, signal);
}
