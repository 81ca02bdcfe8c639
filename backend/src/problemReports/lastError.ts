import { MAX_LAST_ERROR_LENGTH } from '@flyerdeck/contracts';

/** What differs when the same error occurs again: placeholders of the log, UUIDs, other ids with a digit, and numbers. */
const VARYING =
  /\b(?:redacted|hidden-text)-\d+|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b(?=[\w-]*\d)[\w-]{16,}\b|\d+/gi;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Name and message of what failed at an action: an exception of a reducer, or a call. Null for another action. */
function errorAt(action: Readonly<Record<string, unknown>>): string | null {
  if (action.type === 'exception/thrown') return textOf(action.payload);
  const { requestStatus, aborted, arg } = Object(action.meta);
  // The call that sends reports says nothing about the problem.
  if (requestStatus !== 'rejected' || aborted === true || Object(arg).endpointName === 'reportProblem') return null;
  const { code, error, status, message } = Object(action.payload);
  const thrown = Object(action.error);
  const name = textOf(code) || (typeof status === 'number' ? `HTTP ${status}` : textOf(thrown.name) || 'Error');
  // Without a sentence of the server the message repeats the whole answer after its first words.
  return `${name}: ${textOf(error) || textOf(message).split(': {')[0] || textOf(thrown.message)}`;
}

/** The last error in an action log, with # for ids and numbers, so that reports of the same error have the same text. */
export function lastErrorOf({ entries }: { readonly entries?: unknown }): string | null {
  if (!Array.isArray(entries)) return null;
  for (const entry of entries.toReversed()) {
    const error = errorAt(Object(Object(entry).action));
    if (!error) continue;
    // Cut first, because a user may send any text. Postgres stores no NUL.
    const start = error.slice(0, 5 * MAX_LAST_ERROR_LENGTH).replaceAll('\0', '');
    return start.replaceAll(VARYING, '#').replaceAll(/\s+/g, ' ').slice(0, MAX_LAST_ERROR_LENGTH);
  }
  return null;
}
