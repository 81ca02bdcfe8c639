import type { Logger } from 'pino';
import { backoffMs } from './backoff.ts';
import { readTelegramFailure, TelegramUnavailable } from './telegramFailure.ts';

/** How soon to come again while another call finds out whether Telegram is back. */
const PROBE_MS = 1_000;

/**
 * Every call that waits for a dead Telegram holds a worker that pictures and sweeps need. So after a failure nobody calls
 * for a growing while; then one call goes first, and only when it is answered may the others follow.
 */
export class TelegramCircuitBreaker {
  private failures = 0;
  private openAt = 0;
  private probing = false;

  constructor(private readonly logger: Logger) {}

  /** Throws TelegramUnavailable where Telegram cannot be reached, and the call's own refusals as they are. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const waitMs = this.openAt - Date.now();
    if (waitMs > 0) throw new TelegramUnavailable(waitMs, false, 'it did not answer a moment ago');
    if (this.probing) throw new TelegramUnavailable(PROBE_MS, false, 'another call is trying');
    const failuresBefore = this.failures;
    const isProbe = failuresBefore > 0;
    if (isProbe) this.probing = true;
    try {
      const result = await call();
      this.answered();
      return result;
    } catch (error) {
      const failure = readTelegramFailure(error);
      if (failure.kind !== 'unavailable') {
        this.answered();
        throw error;
      }
      // Calls that were under way together find out together: one outage, counted once.
      if (this.failures === failuresBefore) this.failed(failure.reason);
      throw new TelegramUnavailable(Math.max(PROBE_MS, this.openAt - Date.now()), true, failure.reason);
    } finally {
      if (isProbe) this.probing = false;
    }
  }

  private failed(reason: string): void {
    this.failures++;
    this.openAt = Date.now() + backoffMs(this.failures);
    if (this.failures === 1) this.logger.warn({ reason }, 'Telegram is out of reach: what is to be sent waits for it');
  }

  private answered(): void {
    if (this.failures > 0) this.logger.info('Telegram answers again');
    this.failures = 0;
    this.openAt = 0;
  }
}
