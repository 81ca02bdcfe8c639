import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { Value, type ValueError } from '@sinclair/typebox/value';
import { isKnownEndpoint } from './allEndpoints.ts';
import { type ActionLog, clockTicked, isReportFile, LOG_FORMAT, LOG_VERSION, type LogEntry, navigationChanged } from './logFormat.ts';

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
  const log = isReportFile(json) ? json.log : json;
  checkVersion(log);
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

/** An object with at least these properties. More are allowed, because the state grows with every release. */
const open = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: true });
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const rows = (more: TProperties = {}) =>
  open({ ids: Type.Array(Type.String()), entities: Type.Record(Type.String(), open({})), ...more });

const AppState = open({
  session: open({
    status: Type.Union([Type.Literal('loading'), Type.Literal('authenticated'), Type.Literal('anonymous')]),
    user: nullable(open({ telegram_id: Type.String(), is_admin: Type.Boolean() })),
    insideMiniApp: Type.Boolean(),
    signInFailure: nullable(open({ kind: Type.String() })),
  }),
  pages: rows({
    pickerGuids: Type.Array(Type.String()),
    tags: Type.Array(Type.String()),
    tagEdits: Type.Array(open({ requestId: Type.String() })),
  }),
  assistants: rows(),
  tasks: rows({
    queueOrder: Type.Record(Type.String(), Type.Array(Type.String())),
    moves: Type.Array(open({ requestId: Type.String() })),
  }),
  presets: rows(),
  credits: open({}),
  drafts: open({
    edits: Type.Record(Type.String(), open({ pending: open({}) })),
    uploads: Type.Record(Type.String(), open({ pending: Type.Array(open({})), refused: Type.Array(Type.String()) })),
    cardKeys: Type.Record(Type.String(), Type.String()),
  }),
  ui: open({}),
  api: open({
    queries: Type.Record(Type.String(), open({})),
    mutations: Type.Record(Type.String(), open({})),
    provided: open({}),
    subscriptions: Type.Record(Type.String(), open({})),
    config: open({ reducerPath: Type.Literal('api') }),
  }),
});

const EntrySchema = Type.Object(
  {
    seq: Type.Integer({ minimum: 1 }),
    at: Type.Number({ minimum: 0 }),
    action: open({ type: Type.String({ minLength: 1 }) }),
  },
  { additionalProperties: false },
);

/** The JSON Schema of an action log. Unknown properties are allowed only in the state and in actions. */
export const ActionLogSchema = Type.Object(
  {
    format: Type.Literal(LOG_FORMAT),
    version: Type.Literal(LOG_VERSION),
    buildId: Type.String(),
    savedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' }),
    timeZone: Type.String(),
    language: Type.String(),
    base: Type.Object(
      { state: AppState, address: Type.String({ pattern: '^/' }), nowMs: Type.Number({ minimum: 0 }) },
      { additionalProperties: false },
    ),
    entries: Type.Array(EntrySchema),
  },
  { $id: 'action-log.v3.json', title: 'Action log', additionalProperties: false },
);

/** @throws Error with the sentence to show */
function checkVersion(given: unknown): void {
  const log = given as { readonly format?: unknown; readonly version?: unknown } | null;
  if (log?.format !== LOG_FORMAT) throw new Error('This file is no action log of Flyerdeck.');
  if (log.version !== LOG_VERSION)
    throw new Error(
      `The action log has version ${log.version} and this build reads ${LOG_VERSION}: replay it with the build that recorded it.`,
    );
}
