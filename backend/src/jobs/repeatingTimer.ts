import type { Logger } from 'pino';
import type { Problems } from './problems.ts';

const MAX_SECONDS = 300;

interface RepeatingWork {
  readonly name: string;
  readonly everySeconds: number;
  readonly logger: Logger;
  /** The process is unhealthy while the work fails. */
  readonly problems?: Problems;
  /** With `problems`: a longer run makes the process unhealthy too. */
  readonly maxSeconds?: number;
  readonly work: () => Promise<unknown>;
}

export interface RepeatingTimer {
  /** Now, or after the current run. */
  wake(): void;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Runs never overlap. A run that fails is logged, and the next one follows. */
export function startRepeatingTimer({
  name,
  everySeconds,
  logger,
  problems,
  maxSeconds = MAX_SECONDS,
  work,
}: RepeatingWork): RepeatingTimer {
  let round: Promise<void> | null = null;
  let isWoken = false;
  let isStopped = false;
  const tick = () => {
    if (round) return;
    problems?.started(tick, name, maxSeconds);
    round = Promise.resolve()
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
        problems?.ended(tick);
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
