import { Logger as JobLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/** Passes graphile-worker's log to ours. Its line about every finished job is only logged at 'debug'. */
export function createJobLogger(logger: Logger): JobLogger {
  const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new JobLogger((scope) => (level, message, meta) => {
    // The first line only: the rest repeats the stack, which the error itself carries.
    logger[LEVELS[level]]({ ...scope, ...(meta?.error ? { err: meta.error } : {}) }, message.split('\n', 1)[0]);
  });
}
