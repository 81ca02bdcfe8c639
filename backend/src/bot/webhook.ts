import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Api } from 'grammy';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { grammySignal } from './grammySignal.ts';
import { retryUntilStopped } from './retryUntilStopped.ts';
import { readTelegramFailure } from './telegramFailure.ts';
import { WANTED_UPDATES } from './updates.query.ts';

export const WEBHOOK_PATH = '/api/telegram/webhook';

/** Telegram delivers to https addresses only; otherwise the bot polls. */
export const usesWebhook = ({ publicUrl, botToken }: Pick<Config, 'publicUrl' | 'botToken'>): boolean =>
  botToken !== null && (publicUrl?.startsWith('https://') ?? false);

/** Derived from the token, so that the processes need no common setting for it. */
export const webhookSecret = (botToken: string): string =>
  createHmac('sha256', botToken).update('flyerdeck webhook').digest('hex');

const digest = (text: string) => createHash('sha256').update(text).digest();

export const isWebhookSecret = (botToken: string, given: string): boolean =>
  timingSafeEqual(digest(webhookSecret(botToken)), digest(given));

interface Registration {
  readonly api: Api;
  readonly botToken: string;
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly stop: AbortSignal;
}

/** Sets the webhook; retries until it succeeds. */
export async function registerWebhook({ api, botToken, publicUrl, logger, stop }: Registration): Promise<void> {
  await retryUntilStopped({
    name: 'setting the webhook',
    logger,
    stop,
    reasonOf: (error) => {
      const failure = readTelegramFailure(error);
      return 'reason' in failure ? failure.reason : 'too many requests';
    },
    work: () =>
      api.setWebhook(
        `${publicUrl}${WEBHOOK_PATH}`,
        { secret_token: webhookSecret(botToken), allowed_updates: WANTED_UPDATES },
        grammySignal(stop),
      ),
  });
}
