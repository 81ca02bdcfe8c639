import { type Logger, pino } from 'pino';

/** What a log may hold of an error: those of pg and of HTTP clients drag whole connections along. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, severity, detail, constraint, cause } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(severity === undefined ? {} : { severity }),
    ...(detail === undefined ? {} : { detail }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

export const createLogger = (level: string): Logger => pino({ level, serializers: { err: describeError } });
