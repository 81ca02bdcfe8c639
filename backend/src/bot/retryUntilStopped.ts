import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backoffMs } from './backoff.ts';

interface RetriedWork {
  /** For the log, as in "<name> failed". */
  readonly name: string;
  readonly logger: Logger;
  readonly stop: AbortSignal;
  readonly work: () => Promise<unknown>;
  /** The loggable part of an error: that of an HTTP client may contain the token. */
  readonly reasonOf: (error: unknown) => string;
}

/** Waits for `ms` or until `stop` aborts. */
export const pause = (ms: number, stop: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal: stop }).catch(() => undefined);

/** Counts failures in a row: waits longer after each, logs the first one, and logs the recovery. */
export function createBackoff({ name, logger, stop, reasonOf }: Omit<RetriedWork, 'work'>) {
  let failures = 0;
  return {
    async failed(error: unknown): Promise<void> {
      failures++;
      const reason = reasonOf(error);
      if (failures === 1) logger.warn({ reason }, `${name} failed: retrying with backoff`);
      else logger.debug({ reason, failures }, `${name} failed again`);
      await pause(backoffMs(failures), stop);
    },
    succeeded(): void {
      if (failures > 0) logger.info({ failures }, `${name} works again`);
      failures = 0;
    },
  };
}

/** Tries until it succeeds or is told to stop. */
export async function retryUntilStopped({ work, ...settings }: RetriedWork): Promise<void> {
  const backoff = createBackoff(settings);
  while (!settings.stop.aborted) {
    try {
      await work();
      backoff.succeeded();
      return;
    } catch (error) {
      if (settings.stop.aborted) return;
      await backoff.failed(error);
    }
  }
}
