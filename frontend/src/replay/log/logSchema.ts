import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { LOG_FORMAT, LOG_VERSION } from './logFormat.ts';

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

const LogEntry = Type.Object(
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
    entries: Type.Array(LogEntry),
  },
  { $id: 'action-log.v3.json', title: 'Action log', additionalProperties: false },
);
