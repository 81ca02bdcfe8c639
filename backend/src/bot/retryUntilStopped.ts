import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backoffMs } from './backoff.ts';
import { readTelegramFailure } from './telegramFailure.ts';
import { tokenWasAccepted, tokenWasRefused } from './tokenRefusal.ts';

interface RetriedWork {
  /** For the log, as in "<name> failed". */
  readonly name: string;
  readonly logger: Logger;
  readonly stop: AbortSignal;
  /** Calls `succeeded` after each answer from Telegram, which resets the backoff. */
  readonly work: (succeeded: () => void) => Promise<unknown>;
}

/** Waits for `ms` or until `stop` aborts. */
export const pause = (ms: number, stop: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal: stop }).catch(() => undefined);

/** Runs `work`. Repeats it with backoff when it fails, until it succeeds or `stop` aborts. Logs the first failure and the recovery. */
export async function retryUntilStopped({ name, logger, stop, work }: RetriedWork): Promise<void> {
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
