import { randomUUID } from 'node:crypto';
import { type Endpoint, registry } from '@flyerdeck/contracts';
import { buildPage, insertRunner } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { watchChanges } from './databaseFingerprint.testing.ts';
import { signUp, signUpAdmin } from './people.testing.ts';

const server = useTestServer();

/** Headers of a caller who may make the call. */
async function headersFor({ access }: Endpoint): Promise<Record<string, string>> {
  if (access === 'public') return {};
  if (access === 'device') {
    const page = await buildPage(server.context.db, (await signUp(server)).id);
    return { Authorization: `Bearer ${page.deviceSecret}` };
  }
  if (access === 'runner') {
    const runner = await insertRunner(server.context.pool, (await signUp(server)).id);
    return { Authorization: `Bearer ${runner.secret}` };
  }
  const { as } = await (access === 'admin' ? signUpAdmin(server) : signUp(server));
  return { 'X-Session-Token': as.sessionToken, 'X-Telegram-ID': as.telegramId };
}

interface Sent {
  readonly query?: string;
  readonly body?: string;
  readonly parameter?: string;
}

/** The requests are sent by a caller who may make the call. Each must be refused with its sentence, and change nothing. */
async function expectRefused(endpoint: Endpoint, requests: readonly (Sent & { sentence: string | RegExp })[]) {
  const headers = { ...(await headersFor(endpoint)), 'Content-Type': 'application/json' };
  const send = async ({ query = '', body, parameter = hasIds(endpoint) ? randomUUID() : '1' }: Sent) => {
    const response = await fetch(`${server.baseUrl}/api${endpoint.path.replace(/:\w+/g, parameter)}${query}`, {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const { code, error } = (await response.json()) as { error: string; code: string };
    return { status: response.status, code, sentence: error };
  };
  const { result, changed } = await watchChanges(server.context.pool, () => Promise.all(requests.map(send)));
  expect(result).toEqual(
    requests.map(({ sentence }) => ({
      status: 400,
      code: 'invalid_request',
      sentence: expect.stringMatching(sentence),
    })),
  );
  expect(changed).toEqual([]);
}

const endpoints = Object.entries(registry);
const hasIds = ({ params }: Endpoint) => JSON.stringify(params ?? {}).includes('"uuid"');
const taking = (part: 'params' | 'query' | 'body') =>
  endpoints.filter(([, endpoint]) => endpoint[part] && endpoint.consumes !== 'multipart/form-data');

test.each(taking('body'))(
  '%s refuses a body that is not JSON, is a list, or has a field that its contract does not name [S2.2-1]',
  async (_name, endpoint) => {
    await expectRefused(endpoint, [
      { body: '{"a":', sentence: '^The body could not be read: it is not valid JSON.$' },
      { body: '[]', sentence: /^The body must / },
      { body: '{"surprise":true}', sentence: / in the body\.$|^The body must / },
    ]);
  },
);

/** The required fields of a query other than `field`, each with a valid value. */
const requiredOf = ({ query }: Endpoint, field = '') =>
  (query?.required ?? [])
    .filter((name: string) => name !== field)
    .map((name: string) => `&${name}=${query?.properties[name].enum?.[0] ?? new Date().toISOString()}`)
    .join('');

test.each(taking('query'))(
  '%s refuses a query that its contract does not name, or that is given twice [S2.2-1]',
  async (_name, endpoint) => {
    const [field = ''] = Object.keys(endpoint.query?.properties ?? {});
    await expectRefused(endpoint, [
      { query: `?surprise=1${requiredOf(endpoint)}`, sentence: /^'surprise' is not known in the query\.$/ },
      { query: `?${field}=1&${field}=2${requiredOf(endpoint, field)}`, sentence: `^'${field}' must be ` },
    ]);
  },
);

test.each(taking('params').filter(([, endpoint]) => hasIds(endpoint)))(
  '%s refuses an invalid id',
  async (_name, endpoint) => {
    await expectRefused(endpoint, [{ parameter: 'abc', sentence: /^'(id|guid|file_id|pagePostingId)' / }]);
  },
);
