import { Api } from 'grammy';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { TelegramCircuitBreaker } from './telegramCircuitBreaker.ts';

const ANSWER_TIMEOUT_SECONDS = 30;

export interface Telegram {
  /** Call it only through `circuitBreaker`. */
  readonly api: Api;
  readonly circuitBreaker: TelegramCircuitBreaker;
  /** Downloads a file_path of getFile. Null when the file does not exist any more. Call it only through `circuitBreaker`. */
  download(filePath: string): Promise<Buffer | null>;
}

/** The Bot API for jobs. Every call has a time limit. Failed calls are not repeated here: the job repeats them. */
export function createTelegram(
  { botToken, telegramApiRoot }: Pick<Config, 'telegramApiRoot'> & { readonly botToken: string },
  logger: Logger,
  { answerTimeoutSeconds = ANSWER_TIMEOUT_SECONDS } = {},
): Telegram {
  const api = new Api(botToken, { apiRoot: telegramApiRoot, timeoutSeconds: answerTimeoutSeconds });
  return {
    api,
    circuitBreaker: new TelegramCircuitBreaker(logger),
    async download(filePath) {
      const response = await fetch(`${telegramApiRoot}/file/bot${botToken}/${filePath}`, {
        signal: AbortSignal.timeout(answerTimeoutSeconds * 1000),
      });
      if (response.status === 404 || response.status === 410) return null;
      if (!response.ok) throw new Error(`Telegram answered ${response.status} for a file.`);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}
