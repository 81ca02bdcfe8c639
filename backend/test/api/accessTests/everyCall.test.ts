import { randomUUID } from 'node:crypto';
import { type Endpoint, errorCodes } from '@flyerdeck/contracts';
import { authHeaders, useTestServer } from '../../testServer.ts';
import { watchChanges } from '../databaseFingerprint.testing.ts';
import {
  allowedCaller,
  corsHeaders,
  ENDS_DATA,
  endpoints,
  FOREIGN_PAGE,
  refusal,
  requestOf,
  requests,
  send,
  signUpWithEverything,
  TELEGRAM_FRAMES,
  type UserData,
  withAccess,
} from './everyCall.testing.ts';

const server = useTestServer();

let shared: UserData;
beforeAll(async () => {
  shared = await signUpWithEverything(server);
});

/** Calls that succeed only after another call or with a setting, with the error code until then. */
const REFUSED_BEFORE_OTHER_CALL: Readonly<Record<string, string>> = {
  createStarsInvoice: 'stars.off',
  // They need a setting, and api/oidc.test.ts makes them with it.
  startOidc: 'auth.oidc_off',
  finishOidc: 'auth.oidc_off',
  resumeAssistant: 'assistant.not_paused',
  // firstRestore.test.ts makes it.
  restoreBackup: 'restore.not_possible',
};

/** Calls that only read are first, because others change the data. Within both, the order is that of the registry. */
const reads = (name: string, method: string) =>
  method === 'GET' || /^(describe|export|forecast|list|open|preview)/.test(name);
const place = ([name, { method }]: (typeof endpoints)[number]) =>
  reads(name, method) ? -2 : ENDS_DATA.flat().indexOf(name);
const inOrder = [...endpoints].sort((one, other) => place(one) - place(other));

/** The data that each list of ENDS_DATA uses up. */
const usedUp = new Map<readonly string[], UserData>();
async function dataFor(name: string): Promise<UserData> {
  const calls = ENDS_DATA.find((names) => names.includes(name));
  if (!calls) return shared;
  const data = usedUp.get(calls) ?? (await signUpWithEverything(server));
  usedUp.set(calls, data);
  return data;
}

test('every endpoint of the registry has a request in everyCall.testing.ts [S8.2-4]', () => {
  expect(Object.keys(requests).sort()).toEqual(endpoints.map(([name]) => name).sort());
});

test.each(withAccess('admin').filter(([, { params, errors }]) => params && errors?.[404]))(
  '%s answers an id that does not exist with 404, and changes nothing',
  async (name, endpoint) => {
    const { params = {}, ...sent } = requestOf(name, shared);
    const unknown = Object.keys(params).map((key) => [key, key === 'telegramId' ? '1' : randomUUID()]);
    const ask = () =>
      send(server, endpoint, { ...sent, params: Object.fromEntries(unknown), as: allowedCaller(endpoint, shared) });
    const { result, changed } = await watchChanges(server.context.pool, ask);
    expect({ ...refusal(result), changed }).toEqual({ status: 404, code: endpoint.errors?.[404]?.[0], changed: [] });
  },
);

async function expectNoChange<T>(work: () => Promise<T>): Promise<T> {
  const { result, changed } = await watchChanges(server.context.pool, work);
  expect(changed).toEqual([]);
  return result;
}

interface Sent {
  readonly query?: string;
  readonly body?: string;
  readonly parameter?: string;
}

/** The requests are sent by a caller who may make the call. Each must be refused with its sentence, and change nothing. */
async function expectRefused(endpoint: Endpoint, sent: readonly (Sent & { sentence: string | RegExp })[]) {
  const headers = { ...authHeaders(allowedCaller(endpoint, shared)), 'Content-Type': 'application/json' };
  const ask = async ({ query = '', body, parameter = hasIds(endpoint) ? randomUUID() : '1' }: Sent) => {
    const response = await fetch(`${server.baseUrl}/api${endpoint.path.replace(/:\w+/g, parameter)}${query}`, {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const { code, error } = (await response.json()) as { error: string; code: string };
    return { status: response.status, code, sentence: error };
  };
  const result = await expectNoChange(() => Promise.all(sent.map(ask)));
  expect(result).toEqual(
    sent.map(({ sentence }) => ({
      status: 400,
      code: 'invalid_request',
      sentence: expect.stringMatching(sentence),
    })),
  );
}

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
  '%s refuses an invalid id [2.1-25]',
  async (_name, endpoint) => {
    await expectRefused(endpoint, [{ parameter: 'abc', sentence: /^'(id|guid|file_id|pagePostingId)' / }]);
  },
);

/*
 * A web page of another origin in the browser of a signed-in user. Without a preflight it can send a GET, or a POST with one of
 * three content types, without custom headers. frontend/e2e/maliciousPage.spec.ts does the same in a browser.
 */

const addressOf = (name: string, { path }: Endpoint) => {
  const { params = {} } = requestOf(name, shared);
  return `${server.baseUrl}/api${path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? randomUUID())}`;
};
/** An address with random ids, because the page does not have the ids and tokens that public calls need. */
const guessedAddress = ({ path }: Endpoint) => `${server.baseUrl}/api${path.replace(/:\w+/g, () => randomUUID())}`;

test.each(endpoints)('%s: a preflight allows nothing [S3.5-1]', async (name, endpoint) => {
  const response = await expectNoChange(() =>
    fetch(addressOf(name, endpoint), {
      method: 'OPTIONS',
      headers: {
        ...FOREIGN_PAGE,
        'Access-Control-Request-Method': endpoint.method,
        'Access-Control-Request-Headers': 'content-type,x-session-token,x-telegram-id,authorization',
      },
    }),
  );
  expect([response.status, corsHeaders(response.headers)]).toEqual([404, []]);
});

/** The content types that a form or a fetch can send without a preflight, each with the call's body. */
const simpleBodies = (body: unknown): [type: string, text: string][] => [
  ['text/plain', JSON.stringify(body)],
  ['text/plain;application/json', JSON.stringify(body)],
  ['application/x-www-form-urlencoded', new URLSearchParams({ body: JSON.stringify(body) }).toString()],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="body"\r\n\r\n{}\r\n--x--\r\n'],
];

const withoutPreflight = endpoints.filter(([, { method }]) => method === 'GET' || method === 'POST');

test.each(withoutPreflight)('%s refuses requests that need no preflight [S3.5-1]', async (name, endpoint) => {
  const isPublic = endpoint.access === 'public' || endpoint.isPublicToo;
  const bodies: [string, string | undefined][] =
    endpoint.method === 'GET' ? [['', undefined]] : simpleBodies(requestOf(name, shared).body ?? {});
  const responses = await expectNoChange(() =>
    Promise.all(
      bodies.map(([type, body]) =>
        fetch(isPublic ? guessedAddress(endpoint) : addressOf(name, endpoint), {
          method: endpoint.method,
          headers: { ...FOREIGN_PAGE, ...(type ? { 'Content-Type': type } : {}) },
          body,
        }),
      ),
    ),
  );
  for (const response of responses) {
    const { code } = (await response.json()) as { code?: string };
    expect(corsHeaders(response.headers)).toEqual([]);
    if (!isPublic) expect([response.status, code]).toEqual([401, 'auth.required']);
    else if (endpoint.method === 'POST') expect([response.status, code]).toEqual([415, 'request.unsupported_type']);
    else if (endpoint.params) expect(errorCodes(endpoint, response.status)).toContain(code);
    else expect(response.status).toBe(endpoint.status);
  }
});

test.each(['/', '/auth', '/auth/callback', '/screenshot-view/1', '/admin', '/?replay', '/extension.zip', '/nothing'])(
  '%s cannot be framed by a page of another origin',
  async (path) => {
    const { headers } = await fetch(`${server.baseUrl}${path}`, { headers: FOREIGN_PAGE });
    expect(corsHeaders(headers)).toEqual([]);
    expect(headers.get('Content-Security-Policy')).toMatch(TELEGRAM_FRAMES);
  },
);

// The same requests are refused for other callers, which proves nothing unless they succeed for allowed callers.
test.each(inOrder)(
  '%s succeeds for an allowed caller, and a page of another origin can neither read nor frame the answer',
  async (name, endpoint) => {
    const data = await dataFor(name);
    const as = allowedCaller(endpoint, data);
    const request = requestOf(name, data);
    const sent = { ...request, as, headers: { ...request.headers, ...FOREIGN_PAGE } };
    const { status, code, headers } = await send(server, endpoint, sent);
    const refusedWith = REFUSED_BEFORE_OTHER_CALL[name];
    expect({ status, code }).toEqual(refusedWith ? { status: 409, code: refusedWith } : { status: endpoint.status });
    expect([corsHeaders(headers), headers.get('Set-Cookie')]).toEqual([[], null]);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toMatch(TELEGRAM_FRAMES);
    // Pictures are embedded by the creator site and by Telegram's web views.
    const embeddedBy = name === 'getImage' ? 'cross-origin' : 'same-origin';
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe(embeddedBy);
  },
);
