import { Logger as JobLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/** graphile-worker's log through ours. It tells of every job done, which is worth no more than 'debug' here. */
export function createJobLogger(logger: Logger): JobLogger {
  const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new JobLogger((scope) => (level, message, meta) => {
    // The first line only: the rest repeats the stack, which the error itself carries.
    logger[LEVELS[level]]({ ...scope, ...(meta?.error ? { err: meta.error } : {}) }, message.split('\n', 1)[0]);
  });
}
