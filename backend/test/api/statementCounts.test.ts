import { type Endpoint, registry } from '@flyerdeck/contracts';
import { countStatements } from '../countStatements.ts';
import { useTestServer } from '../testServer.ts';
import { type Accounts, type Added, growBy, signUpAccounts } from './growBy.testing.ts';

const server = useTestServer();

/** More rows than the default limit of any list. */
const MANY = 60;

interface ListCall {
  /** The query of the call. A function of the number of rows where the query contains that number. */
  readonly query?: object | ((rows: number) => object);
  /** The value of the only path parameter. */
  readonly of?: (added: Added, accounts: Accounts) => string;
  /** The property of the answer that contains the list, unless the answer is the list itself. */
  readonly list?: string;
  /** Statements besides those for the session and the list, with the reason. */
  readonly more?: { readonly statements: number; readonly because: string };
}

const calls: Record<string, readonly ListCall[]> = {
  listSessions: [{ list: 'sessions' }],
  listUserPages: [{ list: 'pages' }],
  readRunner: [{ list: 'pages' }],
  listPickerPages: [{ list: 'pages' }, { list: 'tags' }],
  listAssistants: [{}, { query: { searchQuery: 'spring' } }],
  listAssistantTasks: [
    { of: ({ queued }) => queued },
    { of: ({ queued }) => queued, query: { status: 'active' } },
    { of: ({ archived }) => archived, query: { status: 'archived' } },
  ],
  listPresets: [{}],
  listTasks: [
    {},
    ...['in_queue', 'completed', 'failed,partially_completed', 'pending,posting', 'archived'].map((status) => ({
      query: { status },
    })),
  ],
  getTask: [
    {
      of: ({ shared }) => shared,
      list: 'page_postings',
      more: { statements: 1, because: 'the task and its postings' },
    },
  ],
  listTransactions: [{ query: { limit: 100 }, list: 'transactions' }],
  listDetailedPostings: [{ query: { limit: 50 }, list: 'postings', more: { statements: 1, because: 'their total' } }],
  listUsers: [{}],
  getUserActivity: [
    ...['pages', 'tasks', 'assistants'].map((list) => ({
      of: (_: Added, { owner }: Accounts) => owner.telegramId,
      list,
      more: {
        statements: 5,
        because: 'the user, the view of the admin, the counts, and the three lists of the answer',
      },
    })),
  ],
  listProblemReports: [{ query: { limit: 100 }, list: 'reports', more: { statements: 1, because: 'their total' } }],
  getFailureReport: [{ query: (parts) => ({ by: 'page', days: parts > 7 ? 90 : 7 }), list: 'parts' }],
  getTrends: [{ query: (days) => ({ days }), list: 'days' }],
  listCreditUsers: [{}],
  listUserLedger: [
    {
      of: (_, { owner }) => owner.telegramId,
      query: { limit: 100 },
      list: 'entries',
      more: { statements: 3, because: 'the user, the view of the admin, the entries and their total' },
    },
  ],
  listAuditEvents: [
    { query: { limit: 200 }, list: 'events', more: { statements: 1, because: 'the events and their total' } },
  ],
};

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

test('every call that returns a list of rows is tested here', () => {
  const lists = Object.entries(registry).filter(([, endpoint]) => answersRows(endpoint));
  expect(Object.keys(calls).sort()).toEqual(lists.map(([name]) => name).sort());
});

const cases = Object.entries(calls).flatMap(([name, listCalls]) =>
  listCalls.map((listCall) => ({
    title: [name, listCall.list, JSON.stringify(listCall.query)].join(' '),
    name,
    listCall,
  })),
);
type Counted = { readonly rows: number; readonly statements: number };
const counted = { few: new Map<string, Counted>(), many: new Map<string, Counted>() };

async function count(
  { name, listCall }: (typeof cases)[number],
  accounts: Accounts,
  { added, by }: { readonly added: Added; readonly by: number },
): Promise<Counted> {
  const endpoint = registry[name];
  if (!endpoint) throw new Error(`there is no call ${name}`);
  const [parameter = ''] = Object.keys(endpoint.params?.properties ?? {});
  const query = typeof listCall.query === 'function' ? listCall.query(by) : listCall.query;
  const ask = () =>
    server.call(endpoint, {
      as: { admin: accounts.admin.as, runner: accounts.runner.secret }[endpoint.access as string] ?? accounts.owner.as,
      params: { [parameter]: listCall.of?.(added, accounts) } as never,
      query: query as never,
    });
  const { status, json } = await ask();
  expect({ name, status }).toEqual({ name, status: 200 });
  const answer: unknown = json;
  const rows = (listCall.list ? (answer as Record<string, unknown>)[listCall.list] : answer) as unknown[];
  return { rows: rows.length, statements: await countStatements(server.context.db, ask) };
}

beforeAll(async () => {
  const accounts = await signUpAccounts(server);
  for (const [size, by] of [
    ['few', 1],
    ['many', MANY],
  ] as const) {
    const added = await growBy(server, accounts, by);
    // Only pages that are online are planned.
    await server.context.pool.query('UPDATE pages SET last_polled_at = now()');
    for (const testCase of cases) counted[size].set(testCase.title, await count(testCase, accounts, { added, by }));
  }
}, 180_000);

test.each(cases)(
  '$title runs one statement for the session and one for the list, at any number of rows',
  ({ title, name, listCall }) => {
    const few = counted.few.get(title);
    const many = counted.many.get(title);
    expect(few?.rows).toBeGreaterThanOrEqual(1);
    expect(few?.rows).toBeLessThan(10);
    expect(many?.rows).toBeGreaterThanOrEqual(50);
    const session = registry[name]?.access === 'public' ? 0 : 1;
    // BEGIN and COMMIT.
    const transaction = registry[name]?.isSearch ? 2 : 0;
    const expected = session + transaction + 1 + (listCall.more?.statements ?? 0);
    expect([few?.statements, many?.statements]).toEqual([expected, expected]);
  },
);
