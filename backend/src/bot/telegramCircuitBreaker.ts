import type { Logger } from 'pino';
import { backoffMs } from './backoff.ts';
import { readTelegramFailure, TelegramUnavailable } from './telegramFailure.ts';
import { tokenWasAccepted, tokenWasRefused } from './tokenRefusal.ts';

/** How long to wait while another call tests whether Telegram answers again. */
const PROBE_MS = 1_000;

/**
 * Limits calls while Telegram is unreachable, because a call that waits blocks a worker. After a failure no call is made for a
 * time that grows with each failure. Then one call is made as a test. The other calls follow after it is answered.
 */
export class TelegramCircuitBreaker {
  private failures = 0;
  /** A value of performance.now(), which goes on when the clock of the machine is set. */
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
