import { autoRetry } from '@grammyjs/auto-retry';
import { Api } from 'grammy';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { TelegramGate } from './telegramGate.ts';

/** Longer waits go back to the queue: a worker is not there to sleep, and a stop waits 2 s for the call under way. */
const SHORT_WAIT_SECONDS = 1;
const ANSWER_WITHIN_SECONDS = 30;

export interface Telegram {
  /** For calls through `gate`. */
  readonly api: Api;
  readonly gate: TelegramGate;
  /** The bytes behind a file_path of getFile; null where there are none (any more). For calls through `gate` too. */
  download(filePath: string): Promise<Buffer | null>;
}

export type BotSettings = Pick<Config, 'telegramApiRoot'> & { readonly botToken: string };

/** The Bot API as jobs use it: every call ends within a known time, and short waits are waited out. */
export function createTelegram(
  { botToken, telegramApiRoot }: BotSettings,
  logger: Logger,
  { answerWithinSeconds = ANSWER_WITHIN_SECONDS } = {},
): Telegram {
  const api = new Api(botToken, { apiRoot: telegramApiRoot, timeoutSeconds: answerWithinSeconds });
  api.config.use(
    autoRetry({
      maxDelaySeconds: SHORT_WAIT_SECONDS,
      maxRetryAttempts: 1,
      rethrowInternalServerErrors: true,
      rethrowHttpErrors: true,
    }),
  );
  return {
    api,
    gate: new TelegramGate(logger),
    async download(filePath) {
      const response = await fetch(`${telegramApiRoot}/file/bot${botToken}/${filePath}`, {
        signal: AbortSignal.timeout(answerWithinSeconds * 1000),
      });
      if (response.status === 404 || response.status === 410) return null;
      if (!response.ok) throw new Error(`Telegram answered ${response.status} for a file.`);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}
