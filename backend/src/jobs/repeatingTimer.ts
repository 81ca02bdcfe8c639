import type { Logger } from 'pino';

interface RepeatingWork {
  /** For the log, as in "<name> failed". */
  readonly name: string;
  readonly everySeconds: number;
  readonly logger: Logger;
  readonly work: () => Promise<unknown>;
}

export interface RepeatingTimer {
  /** Runs the work now, or after the current run. */
  wake(): void;
  /** Starts no further run. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Runs `work` now and at intervals. Runs never overlap. A run that fails is logged, and the next one follows. */
export function startRepeatingTimer({ name, everySeconds, logger, work }: RepeatingWork): RepeatingTimer {
  let round: Promise<void> | null = null;
  let isWoken = false;
  let isStopped = false;
  const tick = () => {
    round ??= Promise.resolve()
      .then(work)
      .catch((error) => logger.error({ err: error }, `${name} failed`))
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
