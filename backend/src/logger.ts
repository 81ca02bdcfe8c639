import { type DestinationStream, type Logger, pino } from 'pino';

/** Errors of pg and of HTTP clients contain whole connections, so only these fields are logged. */
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

/** A write for each line costs as much time as some calls. A killed process loses at most the lines of one second. */
const bufferedOutput = () => pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 });

export const createLogger = (level: string, destination: DestinationStream = bufferedOutput()): Logger =>
  pino({ level, serializers: { err: describeError } }, destination);
