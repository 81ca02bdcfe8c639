import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backoffMs } from './backoff.ts';

interface RetriedWork {
  /** For the log, as in "<name> failed". */
  readonly name: string;
  readonly logger: Logger;
  readonly stop: AbortSignal;
  readonly work: () => Promise<unknown>;
  /** What may be said of an error: that of an HTTP client may hold the token. */
  readonly reasonOf: (error: unknown) => string;
}

/** Waits unless and until `stop` aborts. */
export const pause = (ms: number, stop: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal: stop }).catch(() => undefined);

/** Counts failures in a row: waits longer after each, says so once, and once more when it is over. */
export function createBackoff({ name, logger, stop, reasonOf }: Omit<RetriedWork, 'work'>) {
  let failures = 0;
  return {
    async failed(error: unknown): Promise<void> {
      failures++;
      const reason = reasonOf(error);
      if (failures === 1) logger.warn({ reason }, `${name} failed: trying on, with growing waits`);
      else logger.debug({ reason, failures }, `${name} failed again`);
      await pause(backoffMs(failures), stop);
    },
    succeeded(): void {
      if (failures > 0) logger.info({ failures }, `${name} works again`);
      failures = 0;
    },
  };
}

/** Tries until it is done or told to stop. */
export async function retryUntilStopped({ work, ...settings }: RetriedWork): Promise<void> {
  const persistence = createBackoff(settings);
  while (!settings.stop.aborted) {
    try {
      await work();
      persistence.succeeded();
      return;
    } catch (error) {
      if (settings.stop.aborted) return;
      await persistence.failed(error);
    }
  }
}
