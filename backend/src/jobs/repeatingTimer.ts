import type { Logger } from 'pino';
import type { Problems } from './problems.ts';

interface RepeatingWork {
  /** For the log, as in "<name> failed". */
  readonly name: string;
  readonly everySeconds: number;
  readonly logger: Logger;
  /** Gets the failures too, if the process is unhealthy while the work fails. */
  readonly problems?: Problems;
  readonly work: () => Promise<unknown>;
}

export interface RepeatingTimer {
  /** Runs the work now, or after the current run. */
  wake(): void;
  /** Starts no further run. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Runs `work` now and at intervals. Runs never overlap. A run that fails is logged, and the next one follows. */
export function startRepeatingTimer({ name, everySeconds, logger, problems, work }: RepeatingWork): RepeatingTimer {
  let round: Promise<void> | null = null;
  let isWoken = false;
  let isStopped = false;
  const tick = () => {
    round ??= Promise.resolve()
      .then(work)
      .then(
        () => problems?.worked(name),
        (error) => {
          logger.error({ err: error }, `${name} failed`);
          problems?.failed(name, error);
        },
      )
      .then(() => {
        round = null;
        if (isWoken) wake();
      });
  };
  const wake = () => {
    isWoken = round !== null && !isStopped;
    if (!isStopped) tick();
  };
  const timer = setInterval(tick, everySeconds * 1000);
  tick();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await round;
    },
  };
}
