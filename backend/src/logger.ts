import { type DestinationStream, type Logger, pino } from 'pino';

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

/** Lines are gathered for a moment, because a write for each would cost as much as some calls do; a kill loses those of a second. */
const GATHERED_BYTES = 4_096;
const GATHERED_MS = 1_000;

const gatheredOutput = () =>
  pino.destination({ dest: 1, sync: false, minLength: GATHERED_BYTES, periodicFlush: GATHERED_MS });

export const createLogger = (level: string, destination: DestinationStream = gatheredOutput()): Logger =>
  pino({ level, serializers: { err: describeError } }, destination);
