import { Logger as JobLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/** Logs the messages of graphile-worker. Its 'info' becomes 'debug', because it has a line for each finished job. */
export function createJobLogger(logger: Logger): JobLogger {
  const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new JobLogger((scope) => (level, message, meta) => {
    // Only the first line: the others repeat the stack of `err`.
    logger[LEVELS[level]]({ ...scope, ...(meta?.error ? { err: meta.error } : {}) }, message.split('\n', 1)[0]);
  });
}
