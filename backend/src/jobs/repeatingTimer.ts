import type { Logger } from 'pino';

interface RepeatingWork {
  /** For the log, as in "<name> failed". */
  readonly name: string;
  readonly everySeconds: number;
  readonly logger: Logger;
  readonly work: () => Promise<unknown>;
}

export interface RepeatingTimer {
  /** Starts a round now; one that is under way is followed by another. */
  wake(): void;
  /** No further round; resolves when the one under way is over. */
  stop(): Promise<void>;
}

/** Runs `work` now and every so often: never twice at once, and a round that fails is logged and followed by the next. */
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
