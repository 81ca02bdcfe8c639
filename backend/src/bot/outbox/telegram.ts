import { Api, GrammyError } from 'grammy';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { botTokenRefused } from '../../metrics.ts';

const LONGEST_WAIT_MS = 60_000;

export const backoffMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(failures, 10));

/** `reason` never contains the token. */
export type TelegramFailure =
  /** No answer, a server error or a wrong token. Telegram may have carried the call out. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly isTokenRefused: boolean }
  | { readonly kind: 'too_fast'; readonly reason: string; readonly waitMs: number }
  /** The same call would be refused again. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The messages wait until the operator has corrected the token. */
const TOKEN_REFUSED = new Set([401, 404]);
const CONFLICT = 409;

export function readTelegramFailure(error: unknown): TelegramFailure {
  if (!(error instanceof GrammyError)) {
    // The message of an HttpError may contain the address, which contains the token.
    return { kind: 'unavailable', reason: error instanceof Error ? error.name : 'no answer', isTokenRefused: false };
  }
  const { error_code: code, description, parameters } = error;
  // grammY takes any JSON without `ok` for a refusal.
  if (typeof code !== 'number') {
    return { kind: 'unavailable', reason: 'the answer is not one of the Bot API', isTokenRefused: false };
  }
  if (code === 429) {
    const seconds = parameters?.retry_after ?? 1;
    return { kind: 'too_fast', waitMs: seconds * 1000, reason: `Telegram asked to wait ${seconds} s.` };
  }
  const reason = `${code} ${description ?? 'without a description'}`;
  const isTokenRefused = TOKEN_REFUSED.has(code);
  const isUnavailable = code >= 500 || isTokenRefused || code === CONFLICT;
  return isUnavailable ? { kind: 'unavailable', reason, isTokenRefused } : { kind: 'refused', reason };
}

/** Retry after this time. */
export class TelegramUnavailable extends Error {
  override readonly name = 'TelegramUnavailable';
  constructor(
    message: string,
    readonly waitMs: number,
    /** The call was made and may have been carried out. */
    readonly isInDoubt: boolean,
  ) {
    super(message);
  }
}

const LOG_EVERY_MS = 3_600_000;
let loggedAt = Number.NEGATIVE_INFINITY;

/** Logged at once and then hourly. The metric is the cause of an alert. */
export function tokenWasRefused(logger: Logger, reason: string): void {
  botTokenRefused.set(1);
  if (performance.now() - loggedAt < LOG_EVERY_MS) return;
  loggedAt = performance.now();
  logger.error(
    { reason },
    'Telegram refuses BOT_TOKEN: the bot neither receives nor sends messages. Set the token that @BotFather shows, and restart.',
  );
}

export function tokenWasAccepted(): void {
  botTokenRefused.set(0);
  loggedAt = Number.NEGATIVE_INFINITY;
}

/** How long to wait while another call tests whether Telegram answers again. */
const PROBE_MS = 1_000;

/** A call to an unreachable Telegram blocks a worker. After a failure no call is made for a growing time; then one call tests, and the others follow its answer. */
export class TelegramCircuitBreaker {
  private failures = 0;
  /** Of performance.now(), which goes on when the clock of the machine is set. */
  private openAt = 0;
  private probing = false;

  constructor(private readonly logger: Logger) {}

  /** Throws TelegramUnavailable when the call has to be repeated later. Throws Telegram's refusals unchanged. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const waitMs = this.openAt - performance.now();
    if (waitMs > 0) throw unreachable('its last call failed', waitMs);
    if (this.probing) throw unreachable('another call is testing it', PROBE_MS);
    const failuresBefore = this.failures;
    const isProbe = failuresBefore > 0;
    if (isProbe) this.probing = true;
    try {
      const result = await call();
      this.answered();
      return result;
    } catch (error) {
      const failure = readTelegramFailure(error);
      if (failure.kind === 'unavailable') {
        // Concurrent calls fail together and count as one failure.
        if (this.failures === failuresBefore) this.failed(failure.reason);
        if (failure.isTokenRefused) tokenWasRefused(this.logger, failure.reason);
        throw unreachable(failure.reason, Math.max(PROBE_MS, this.openAt - performance.now()), true);
      }
      this.answered();
      throw failure.kind === 'too_fast' ? new TelegramUnavailable(failure.reason, failure.waitMs, false) : error;
    } finally {
      if (isProbe) this.probing = false;
    }
  }

  private failed(reason: string): void {
    this.failures++;
    this.openAt = performance.now() + backoffMs(this.failures);
    if (this.failures === 1) this.logger.warn({ reason }, 'Telegram cannot be reached: messages wait');
  }

  private answered(): void {
    tokenWasAccepted();
    if (this.failures > 0) this.logger.info('Telegram answers again');
    this.failures = 0;
    this.openAt = 0;
  }
}

const unreachable = (reason: string, waitMs: number, isInDoubt = false) =>
  new TelegramUnavailable(`Telegram cannot be reached: ${reason}`, waitMs, isInDoubt);

const ANSWER_TIMEOUT_SECONDS = 30;

export interface Telegram {
  /** Only through `circuitBreaker`. */
  readonly api: Api;
  readonly circuitBreaker: TelegramCircuitBreaker;
  /** Null when the file does not exist any more. Only through `circuitBreaker`. */
  download(filePath: string): Promise<Buffer | null>;
}

/** Every call has a time limit. A failed call is repeated by its job. */
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
