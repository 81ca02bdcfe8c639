import { randomUUID } from 'node:crypto';
import { type Endpoint, registry } from '@flyerdeck/contracts';
import { buildPage } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
import { databaseFingerprint } from './databaseFingerprint.testing.ts';
import { signUp, signUpAdmin } from './people.testing.ts';

const server = useTestServer();

/** Headers of a caller who may make the call. */
async function headersFor({ access }: Endpoint): Promise<Record<string, string>> {
  if (access === 'public') return {};
  if (access === 'device') {
    const page = await buildPage(server.context.db, (await signUp(server)).id);
    return { Authorization: `Bearer ${page.deviceSecret}` };
  }
  const { as } = await (access === 'admin' ? signUpAdmin(server) : signUp(server));
  return { 'X-Session-Token': as.sessionToken, 'X-Telegram-ID': as.telegramId };
}

interface Sent {
  readonly query?: string;
  readonly body?: string;
  readonly parameter?: string;
}

/** The answer to a call by a caller who may make it, and whether the call changed the database. */
async function send(endpoint: Endpoint, { query = '', body, parameter = hasIds(endpoint) ? randomUUID() : '1' }: Sent) {
  const headers = { ...(await headersFor(endpoint)), 'Content-Type': 'application/json' };
  const before = await databaseFingerprint(server.context.pool);
  const response = await fetch(`${server.baseUrl}/api${endpoint.path.replace(/:\w+/g, parameter)}${query}`, {
    method: endpoint.method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const answer = (await response.json()) as { error: string; code: string };
  const changed = !Object.is(JSON.stringify(await databaseFingerprint(server.context.pool)), JSON.stringify(before));
  return { status: response.status, code: answer.code, sentence: answer.error, changed };
}

const refused = (sentence: string | RegExp) => ({
  status: 400,
  code: 'invalid_request',
  sentence: expect.stringMatching(sentence),
  changed: false,
});

const endpoints = Object.entries(registry);
const hasIds = ({ params }: Endpoint) => JSON.stringify(params ?? {}).includes('"uuid"');
const taking = (part: 'params' | 'query' | 'body') =>
  endpoints.filter(([, endpoint]) => endpoint[part] && endpoint.consumes !== 'multipart/form-data');

test.each(taking('body'))('%s refuses a body that is not JSON', async (_name, endpoint) => {
  expect(await send(endpoint, { body: '{"a":' })).toEqual(
    refused('^The body could not be read: it is not valid JSON.$'),
  );
});

test.each(taking('body'))('%s refuses a body that is a list', async (_name, endpoint) => {
  expect(await send(endpoint, { body: '[]' })).toEqual(refused(/^The body must /));
});

test.each(taking('body'))('%s refuses a field that its contract does not name [S2.2-1]', async (_name, endpoint) => {
  expect(await send(endpoint, { body: '{"surprise":true}' })).toEqual(refused(/ in the body\.$|^The body must /));
});

/** The required fields of a query other than `field`, each with a valid value. */
const requiredOf = ({ query }: Endpoint, field = '') =>
  (query?.required ?? [])
    .filter((name: string) => name !== field)
    .map((name: string) => `&${name}=${query?.properties[name].enum?.[0] ?? new Date().toISOString()}`)
    .join('');

test.each(taking('query'))('%s refuses a query that its contract does not name [S2.2-1]', async (_name, endpoint) => {
  expect(await send(endpoint, { query: `?surprise=1${requiredOf(endpoint)}` })).toEqual(
    refused(/^'surprise' is not known in the query\.$/),
  );
});

test.each(taking('query'))('%s refuses a query field that is given twice', async (_name, endpoint) => {
  const [field = ''] = Object.keys(endpoint.query?.properties ?? {});
  expect(await send(endpoint, { query: `?${field}=1&${field}=2${requiredOf(endpoint, field)}` })).toEqual(
    refused(`^'${field}' must be `),
  );
});

test.each(taking('params').filter(([, endpoint]) => hasIds(endpoint)))(
  '%s refuses an invalid id',
  async (_name, endpoint) => {
    expect(await send(endpoint, { parameter: 'abc' })).toEqual(refused(/^'(id|guid|file_id|pagePostingId)' /));
  },
);
