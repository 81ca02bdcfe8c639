import { type Endpoint, registry } from '@flyerdeck/contracts';
import { countStatements } from '../countStatements.ts';
import { useTestServer } from '../testServer.ts';
import { allowedCaller, requestOf, signUpWithEverything, type UserData } from './accessTests/everyCall.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();

/** More rows than the default limit of any list. */
const MANY = 60;

interface Shape {
  readonly type?: string;
  readonly items?: Shape;
  readonly properties?: Record<string, Shape>;
  readonly maxItems?: number;
}
/** A list with a limit in its contract does not grow. */
const isRows = ({ type, items, maxItems }: Shape) =>
  type === 'array' && items?.type === 'object' && maxItems === undefined;
const answersRows = (endpoint: Endpoint) => {
  const response = (endpoint.response ?? {}) as Shape;
  return endpoint.method === 'GET' && [response, ...Object.values(response.properties ?? {})].some(isRows);
};
/** Their rows are days. */
const OF_DAYS = ['getTrends', 'getFailureReport'];
const lists = Object.entries(registry).filter(([name, endpoint]) => answersRows(endpoint) && !OF_DAYS.includes(name));

/** Adds many rows of everything that lists return. */
async function grow({ owner, task, assistant, waitingAssistant, runner }: UserData): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => server.context.pool.query(sql, values);
  const fill = fillOn(server);
  const guids = await fill.pages(owner.id, MANY, { tags: ['filled'] });
  await run('UPDATE pages SET runner_id = $2, tags = ARRAY[guid::text] WHERE guid = ANY ($1)', guids, runner);
  await run(
    `INSERT INTO devices (page_guid, secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version)
     SELECT guid, sha256(guid::text::bytea), sha256(guid::text::bytea), now(), '{}', '1.2.0' FROM unnest($1::uuid[]) guid`,
    guids,
  );
  await fill.assistants(owner.id, MANY);
  await fill.presets(owner.id, MANY);
  await run(
    `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description)
     SELECT $1, assistant_id, n, n FROM unnest($2::uuid[]) assistant_id, generate_series(100, 99 + ${MANY}) n`,
    owner.id,
    [assistant, waitingAssistant],
  );
  await run(
    `INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, status, queued_at, sequence_order, run_index,
       delay_hours, gap_hours, error_message, error_code)
     SELECT t.owner_id, t.assistant_id, t.id, guid, 'failed', now(), t.sequence_order, 0, 0, 0, 'No.', 'device'
     FROM tasks t CROSS JOIN unnest($2::uuid[]) WITH ORDINALITY AS page (guid, n)
     WHERE t.assistant_id = $1 AND (t.id = $3 OR t.sequence_order = 99 + n)`,
    assistant,
    guids,
    task,
  );
  await run('UPDATE tasks SET failed_count = 1 WHERE assistant_id = $1 AND sequence_order >= 100', assistant);
  const times = `FROM generate_series(1, ${MANY}) n`;
  await run(`INSERT INTO users (telegram_id, username) SELECT 'many' || n, 'many' || n ${times}`);
  await run(`INSERT INTO audit_events (target_id, event) SELECT $1, 'promoted' ${times}`, owner.id);
  await run(
    `INSERT INTO sessions (token_hash, user_id, expires_at) SELECT sha256(n::text::bytea), $1, now() + interval '1 day' ${times}`,
    owner.id,
  );
  await run(
    `INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description)
     SELECT $1, 'bonus', n, n, repeat('Bonus', 20) ${times}`,
    owner.id,
  );
  await run(
    `INSERT INTO problem_reports (user_id, sentence, build_id, request_ids, is_cut, log)
     SELECT $1, 'Wrong', 'index-1', '{}', false, '{}' ${times}`,
    owner.id,
  );
}

type Counted = Readonly<Record<string, { bytes: number; statements: number }>>;

async function count(data: UserData): Promise<Counted> {
  const counted: [string, Counted[string]][] = [];
  for (const [name, endpoint] of lists) {
    // The request of getTask is for one posting.
    const sent = {
      ...requestOf(name, data),
      ...(name === 'getTask' && { query: {} }),
      as: allowedCaller(endpoint, data),
    };
    const ask = () => server.call(endpoint, sent as never);
    // That an admin views a user is recorded once in an hour.
    const { status, bytes } = await ask();
    expect([name, status]).toEqual([name, 200]);
    counted.push([name, { bytes: bytes.length, statements: await countStatements(server.context.db, ask) }]);
  }
  return Object.fromEntries(counted);
}

let few: Counted;
let many: Counted;
beforeAll(async () => {
  const data = await signUpWithEverything(server);
  few = await count(data);
  await grow(data);
  many = await count(data);
});

test.each(lists)('%s runs the same statements for few and for many rows', (name) => {
  expect(many[name]?.bytes).toBeGreaterThan(1_000 + (few[name]?.bytes ?? 0));
  expect(many[name]?.statements).toBe(few[name]?.statements);
});
