import { Value, type ValueError } from '@sinclair/typebox/value';
import { isKnownEndpoint } from './allEndpoints.ts';
import type { ActionLog, LogEntry } from './logFormat.ts';
import { ActionLogSchema } from './logSchema.ts';
import { migrateLog } from './migrateLog.ts';
import { clockTicked, navigationChanged } from './recordedActions.ts';
import { isReportFile } from './reportFile.ts';

const nameOf = (entry: Partial<LogEntry> | undefined, index: number): string =>
  `Action ${index + 1}${entry?.seq === undefined ? '' : ` (number ${entry.seq} of the recording)`}`;

function sentenceOf({ path, message }: ValueError, log: unknown): string {
  const why = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  const [, index, within] = /^\/entries\/(\d+)(?:\/(.*))?$/.exec(path) ?? [];
  if (index === undefined) return `The action log is not valid at ${path || '/'}: ${why}.`;
  const entry = (log as ActionLog).entries[Number(index)];
  return `${nameOf(entry, Number(index))} is not valid${within ? ` at ${within}` : ''}: ${why}.`;
}

/** Checks that the schema can not do: the order of actions, and the payloads of navigations, clock ticks and calls. */
function problemOf({ seq, at, action }: LogEntry, previous: LogEntry | undefined): string | null {
  if (previous && seq !== previous.seq + 1)
    return `has to be number ${previous.seq + 1}: an action is missing or twice there`;
  if (previous && at < previous.at) return 'is older than the one before it';
  if (navigationChanged.match(action) && !String(action.payload?.address ?? '').startsWith('/'))
    return 'is a navigation without an address';
  if (clockTicked.match(action) && !Number.isFinite(action.payload?.nowMs))
    return 'is a tick of the clock without a time';
  if (/^api\/execute/.test(action.type)) {
    const endpoint = (action.meta as { arg?: { endpointName?: unknown } } | undefined)?.arg?.endpointName;
    if (typeof endpoint !== 'string') return 'is a call that does not say what it called';
    if (!isKnownEndpoint(endpoint)) return `is a call of ${endpoint}, which this build does not have`;
  }
  return null;
}

/** Parses and checks a log, also the one of a problem report. Its actions are not executed. @throws Error with the sentence to show */
export function readLog(text: string): ActionLog {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('This file is not JSON.');
  }
  const log = migrateLog(isReportFile(json) ? json.log : json);
  if (!Value.Check(ActionLogSchema, log)) {
    const error = Value.Errors(ActionLogSchema, log).First();
    throw new Error(error ? sentenceOf(error, log) : 'The action log is not valid.');
  }
  // The schema checks only the outline of the state.
  const known = log as unknown as ActionLog;
  for (const [index, entry] of known.entries.entries()) {
    const problem = problemOf(entry, known.entries[index - 1]);
    if (problem) throw new Error(`${nameOf(entry, index)} ${problem}.`);
  }
  return known;
}
