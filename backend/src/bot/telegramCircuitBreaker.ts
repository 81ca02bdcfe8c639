import type { Logger } from 'pino';
import { backoffMs } from './backoff.ts';
import { readTelegramFailure, TelegramUnavailable } from './telegramFailure.ts';

/** How long to wait while another call tests whether Telegram answers again. */
const PROBE_MS = 1_000;

/**
 * A call that waits for an unreachable Telegram blocks a worker. So after a failure there are no calls, for a time that
 * grows; then one call is tried first, and the others follow only when it is answered.
 */
export class TelegramCircuitBreaker {
  private failures = 0;
  private openAt = 0;
  private probing = false;

  constructor(private readonly logger: Logger) {}

  /** Throws TelegramUnavailable where the call has to be repeated later, and Telegram's refusals as they are. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const waitMs = this.openAt - Date.now();
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
        // Calls in flight fail together: one outage is counted once.
        if (this.failures === failuresBefore) this.failed(failure.reason);
        throw unreachable(failure.reason, Math.max(PROBE_MS, this.openAt - Date.now()), true);
      }
      this.answered();
      throw failure.kind === 'too_fast' ? new TelegramUnavailable(failure.reason, failure.waitMs, false) : error;
    } finally {
      if (isProbe) this.probing = false;
    }
  }

  private failed(reason: string): void {
    this.failures++;
    this.openAt = Date.now() + backoffMs(this.failures);
    if (this.failures === 1) this.logger.warn({ reason }, 'Telegram cannot be reached: messages wait');
  }

  private answered(): void {
    if (this.failures > 0) this.logger.info('Telegram answers again');
    this.failures = 0;
    this.openAt = 0;
  }
}

const unreachable = (reason: string, waitMs: number, isInDoubt = false) =>
  new TelegramUnavailable(`Telegram cannot be reached: ${reason}`, waitMs, isInDoubt);
