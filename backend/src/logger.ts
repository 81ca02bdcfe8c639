import { type DestinationStream, type Logger, pino } from 'pino';

/** What a log may hold of an error: those of pg and of HTTP clients contain whole connections. Undefined parts are not logged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, severity, detail, constraint, cause } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code,
    severity,
    detail,
    constraint,
    cause: describeError(cause),
  };
}

/** Lines are buffered, because a write for each would cost as much as some calls do; a kill loses those of a second. */
const bufferedOutput = () => pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 });

export const createLogger = (level: string, destination: DestinationStream = bufferedOutput()): Logger =>
  pino({ level, serializers: { err: describeError } }, destination);
