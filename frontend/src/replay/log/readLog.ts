import { type TProperties, Type } from '@sinclair/typebox';
import { Value, type ValueError } from '@sinclair/typebox/value';
import { endpointOf } from './actionLabel.ts';
import { isKnownEndpoint } from './allEndpoints.ts';
import {
  type ActionLog,
  clockTicked,
  LOG_FORMAT,
  LOG_VERSION,
  type LogEntry,
  navigationChanged,
  REPORT_FORMAT,
  type ReportFile,
} from './logFormat.ts';

const open = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: true });
const rows = open({ ids: Type.Array(Type.String()), entities: Type.Record(Type.String(), open({})) });
const calls = Type.Record(Type.String(), open({}));

const AppState = open({
  session: open({
    status: Type.Union(['loading', 'authenticated', 'anonymous'].map((status) => Type.Literal(status))),
  }),
  pages: rows,
  assistants: rows,
  tasks: rows,
  presets: rows,
  credits: open({}),
  drafts: open({ edits: open({}), uploads: open({}), cardKeys: open({}) }),
  ui: open({}),
  api: open({ queries: calls, mutations: calls, provided: open({}), subscriptions: calls, config: open({}) }),
});

const closed = { additionalProperties: false };

/** The JSON Schema of an action log. Unknown properties are allowed only in the state and in actions. */
const ActionLogSchema = Type.Object(
  {
    format: Type.Literal(LOG_FORMAT),
    version: Type.Literal(LOG_VERSION),
    buildId: Type.String(),
    savedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' }),
    timeZone: Type.String(),
    language: Type.String(),
    base: Type.Object(
      { state: AppState, address: Type.String({ pattern: '^/' }), nowMs: Type.Number({ minimum: 0 }) },
      closed,
    ),
    entries: Type.Array(
      Type.Object(
        {
          seq: Type.Integer({ minimum: 1 }),
          at: Type.Number({ minimum: 0 }),
          action: open({ type: Type.String({ minLength: 1 }) }),
        },
        closed,
      ),
    ),
  },
  { $id: 'action-log.json', title: 'Action log', ...closed },
);

const nameOf = (entry: Partial<LogEntry> | undefined, index: number): string =>
  `Action ${index + 1}${entry?.seq === undefined ? '' : ` (number ${entry.seq} of the recording)`}`;

function sentenceOf({ path, message }: ValueError, log: unknown): string {
  const why = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  const [, index, within] = /^\/entries\/(\d+)(?:\/(.*))?$/.exec(path) ?? [];
  if (index === undefined) return `The action log is not valid at ${path || '/'}: ${why}.`;
  const entry = (log as ActionLog).entries[Number(index)];
  return `${nameOf(entry, Number(index))} is not valid${within ? ` at ${within}` : ''}: ${why}.`;
}

/** Checks that the schema cannot do: the order of actions, and the payloads of navigations, clock ticks and calls. */
function problemOf({ seq, at, action }: LogEntry, previous: LogEntry | undefined): string | null {
  if (previous && seq !== previous.seq + 1)
    return `has to be number ${previous.seq + 1}: an action is missing or twice there`;
  if (previous && at < previous.at) return 'is older than the one before it';
  if (navigationChanged.match(action) && !String(action.payload?.address ?? '').startsWith('/'))
    return 'is a navigation without an address';
  if (clockTicked.match(action) && !Number.isFinite(action.payload?.nowMs))
    return 'is a tick of the clock without a time';
  if (/^api\/execute/.test(action.type)) {
    const endpoint: unknown = endpointOf(action);
    if (typeof endpoint !== 'string') return 'is a call that does not say what it called';
    if (!isKnownEndpoint(endpoint)) return `is a call of ${endpoint}, which this build does not have`;
  }
  return null;
}

/** Parses and checks a log, also the one of a problem report. Its actions are not executed. @throws Error with the sentence to show */
export function readLog(text: string): ActionLog {
  let json: Partial<ActionLog | ReportFile> | null;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('This file is not JSON.');
  }
  const log = json?.format === REPORT_FORMAT ? (json.log as Partial<ActionLog> | null) : json;
  if (log?.format !== LOG_FORMAT) throw new Error('This file is no action log of Flyerdeck.');
  if (!Value.Check(ActionLogSchema, log)) {
    const error = Value.Errors(ActionLogSchema, log).First();
    throw new Error(error ? sentenceOf(error, log) : 'The action log is not valid.');
  }
  const known = log as unknown as ActionLog;
  for (const [index, entry] of known.entries.entries()) {
    const problem = problemOf(entry, known.entries[index - 1]);
    if (problem) throw new Error(`${nameOf(entry, index)} ${problem}.`);
  }
  return known;
}
