import { randomUUID } from 'node:crypto';
import {
  createPreset,
  defineEndpoint,
  type Endpoint,
  maxBodyBytesOf,
  NOT_BLANK,
  registry,
  updateUser,
} from '@flyerdeck/contracts';
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type Credentials, useTestServer } from '../../../test/testServer.ts';
import { createAuthenticate } from '../../accounts/auth/authenticate.ts';
import { OperatorError } from '../../operatorError.ts';
import { requestLog } from '../security/requestLog.ts';
import { errorHandler } from './errorHandler.ts';
import { conflict, HttpError } from './errors.ts';
import { EndpointRouter } from './mountEndpoint.ts';
import { sendRaw } from './rawRequest.testing.ts';
import { readableLogger, serving } from './smallServer.testing.ts';
import { validateRequest } from './validate.ts';

const server = useTestServer();

async function sessionHeaders(telegramId: string): Promise<Record<string, string>> {
  const { sessionToken } = await server.signIn(telegramId);
  return { 'X-Session-Token': sessionToken, 'X-Telegram-ID': telegramId };
}

/** The status for an announced body of which only the first bytes are sent: the server has not waited for the rest. */
async function statusOfHalf(target: string, headers: Record<string, string>, announcedBytes = 90_000): Promise<number> {
  const all = { 'Content-Type': 'application/json', ...headers, 'Content-Length': `${announcedBytes}` };
  const { socket, answer } = await sendRaw(server.baseUrl, target, all, '{"name":');
  const status = Number((await answer).split(' ')[1]);
  socket.destroy();
  return status;
}

const closed = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

const rename = defineEndpoint({
  method: 'PUT',
  path: '/things/:id',
  access: 'public',
  doc: 'Renames a thing.',
  params: closed({ id: Type.Integer() }),
  query: closed({ dry: Type.Optional(Type.Boolean({ default: false })) }),
  body: closed({ name: Type.String({ minLength: 1 }) }),
  status: 201,
  response: closed({ name: Type.String() }),
});

/** Mounts an endpoint and makes one request. */
async function request(
  mount: (endpoints: EndpointRouter) => void,
  { method = 'PUT', path = '/things/7', body = { name: 'Lamp' } as unknown, headers = {}, inTests = true } = {},
) {
  const endpoints = new EndpointRouter(server.context, createAuthenticate(server.context.db), inTests);
  mount(endpoints);
  const { logger, lines } = readableLogger();
  const layers = [requestLog(logger), errorHandler, endpoints.router.routes()];
  return serving(layers as never, async (baseUrl) => {
    const response = await fetch(`${baseUrl}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: method === 'GET' || method === 'DELETE' ? null : JSON.stringify(body),
    });
    const text = await response.text();
    const json = text ? (JSON.parse(text) as Record<string, unknown>) : null;
    return { status: response.status, headers: response.headers, text, json, lines: lines() };
  });
}

test('a handler gets the validated and parsed request, and its answer has the status of the contract', async () => {
  const seen: unknown[] = [];
  const answer = await request(
    (endpoints) =>
      endpoints.mount(rename, async ({ params, query, body, user }) => {
        seen.push(params, query, body, user);
        return { name: body.name };
      }),
    { path: '/things/7?dry=true' },
  );
  expect(seen).toEqual([{ id: 7 }, { dry: true }, { name: 'Lamp' }, null]);
  expect(answer).toMatchObject({ status: 201, json: { name: 'Lamp' } });
});

test('an answer that violates its contract is a 500 in tests, without the wrong data [S4.1-1]', async () => {
  const { status, text, lines } = await request((endpoints) =>
    endpoints.mount(rename, async () => ({ name: 'Lamp', password: 'secret' }) as { name: string }),
  );
  expect(status).toBe(500);
  expect(text).not.toContain('secret');
  expect(JSON.stringify(lines)).toContain('PUT /things/:id broke its contract: / must NOT have additional properties');
});

describe('a middleware before the body is read', () => {
  const secured = { ...rename, access: 'user' } as const;
  const before = jest.fn(async (_ctx: unknown, next: () => Promise<unknown>) => next());
  const mount = (endpoints: EndpointRouter) =>
    endpoints.mount(secured, async ({ body }) => ({ name: body.name }), before as never);
  beforeEach(() => before.mockClear());

  test('does not run without a session', async () => {
    expect((await request(mount)).status).toBe(401);
    expect(before).not.toHaveBeenCalled();
  });

  test('runs for a signed-in user before the request is validated', async () => {
    expect((await request(mount, { headers: await sessionHeaders('200000001'), body: {} })).status).toBe(400);
    expect(before).toHaveBeenCalledTimes(1);
  });
});

describe('a body', () => {
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.baseUrl}/api/presets`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers, ...(await sessionHeaders('200000003')) },
      body,
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'of another content type is refused: %s [S2.2-2]',
    async (contentType) => {
      expect(await send('{"name":"Evening"}', { 'Content-Type': contentType })).toEqual({
        status: 415,
        json: { error: 'The body must be JSON.', code: 'request.unsupported_type' },
      });
    },
  );

  test.each(['gzip', 'br', 'deflate', 'x-unknown'])('that is compressed (%s) is refused [S2.2-2]', async (encoding) => {
    expect(await send('{"name":"Evening"}', { 'Content-Encoding': encoding })).toEqual({
      status: 415,
      json: { error: 'The body must not be compressed.', code: 'request.unsupported_type' },
    });
  });

  test('that is larger than its contract allows is refused [S2.2-2]', async () => {
    expect(await send(JSON.stringify({ name: 'x'.repeat(maxBodyBytesOf(createPreset)) }))).toEqual({
      status: 413,
      json: { error: 'The request is too large.', code: 'request.too_large' },
    });
  });

  test('with a too large Content-Length is refused before it is sent [S2.2-2]', async () => {
    expect(await statusOfHalf('POST /api/presets', await sessionHeaders('200000004'), 10_000_000)).toBe(413);
  });

  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

  test('may be nested 32 levels deep, not deeper [S2.2-2]', async () => {
    expect((await send(nested(32))).json).toMatchObject({ error: "'name' is missing in the body." });
    expect(await send(nested(33))).toEqual({
      status: 400,
      json: { error: 'The body must not be nested more than 32 levels deep.', code: 'invalid_request' },
    });
  });
});

describe('no body is read [S2.2-2]', () => {
  const wrongSession = { 'X-Session-Token': 'x'.repeat(43), 'X-Telegram-ID': '1' };
  const gzip = { 'Content-Encoding': 'gzip' };

  test.each([
    ['at an address that does not exist', 'POST /x', {}, 404],
    ['at an address below /api that does not exist', 'POST /api/x', gzip, 404],
    ['of a call without a body', 'GET /api/credits/packages', {}, 200],
    ['from a caller without a session', 'POST /api/presets', {}, 401],
    [
      'from a caller with an invalid session',
      'PUT /api/presets/0b0f2b1e-1111-4222-8333-444455556666',
      wrongSession,
      401,
    ],
    ['from a device without a secret', 'POST /api/extension/poll', {}, 401],
    ['that is compressed', 'POST /api/auth/telegram', gzip, 415],
    ['that is not JSON', 'POST /api/auth/telegram', { 'Content-Type': 'text/plain' }, 415],
  ])('%s', async (_what, target, headers: Record<string, string>, status) => {
    expect(await statusOfHalf(target, headers)).toBe(status);
  });
});

describe('mounted endpoints', () => {
  const server = useTestServer();
  const endpoints = Object.entries(registry);
  const withAccess = (...levels: Endpoint['access'][]) => endpoints.filter(([, { access }]) => levels.includes(access));

  let user: Credentials;
  let admin: Credentials;
  let deactivated: Credentials;

  beforeAll(async () => {
    user = await server.signIn('200000001');
    admin = await server.signIn('200000002');
    await server.context.pool.query('UPDATE users SET is_admin = true WHERE telegram_id = $1', [admin.telegramId]);
    deactivated = await server.signIn('200000003');
    const params = { telegramId: deactivated.telegramId };
    await server.call(updateUser, { as: admin, params, body: { is_active: false } });
  });

  /** Calls with valid parameters and without a body. Authentication must be checked first. */
  async function callWithoutBody(endpoint: Endpoint, as?: Credentials) {
    const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, randomUUID()]));
    const options = { params, as } as Parameters<typeof server.call<Endpoint>>[1];
    const { status, error } = await server.call(endpoint, options);
    return { status, code: error?.code };
  }

  test('the app mounts exactly the endpoints of the registry', () => {
    const names = [...server.app.endpoints.mounted].map(
      (mounted) => endpoints.find(([, endpoint]) => endpoint === mounted)?.[0],
    );
    expect(names.sort()).toEqual(endpoints.map(([name]) => name).sort());
  });

  const REFERENCE = ['/openapi.json', '/docs', '/docs/start.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'];

  test('the only routes under /api are the endpoints of the registry and its reference', () => {
    const routes = server.app.endpoints.router.stack.flatMap(({ methods, path }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
    );
    const documented = endpoints.map(([, { method, path }]) => `${method} /api${path}`);
    expect(routes.sort()).toEqual([...documented, ...REFERENCE.map((path) => `GET /api${path}`)].sort());
  });

  const get = (path: string) => fetch(`${server.baseUrl}/api${path}`);

  test('the OpenAPI document is served without authentication, and contains every call', async () => {
    const { paths } = (await (await get('/openapi.json')).json()) as { paths: Record<string, object> };
    const calls = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    expect(calls).toBe(Object.keys(registry).length);
  });

  test('the page loads scripts and styles only from its own origin, and contains none inline', async () => {
    const response = await get('/docs');
    const page = await response.text();
    expect(response.headers.get('Content-Security-Policy')).toMatch(/script-src 'self'( 'sha256-[^']+')?(;|$)/);
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(addresses).toHaveLength(4);
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style/);
    for (const address of addresses.filter((each) => each.startsWith('/api/'))) {
      const file = await fetch(`${server.baseUrl}${address}`);
      expect([address, file.status]).toEqual([address, 200]);
      expect(file.headers.get('Content-Type')).toMatch(address.endsWith('.css') ? /css/ : /javascript/);
    }
  });

  test.each(withAccess('user', 'admin'))(
    "%s refuses a deactivated account and another user's token",
    async (_name, endpoint) => {
      expect(await callWithoutBody(endpoint, deactivated)).toEqual({ status: 401, code: 'auth.deactivated' });
      const mixed = { sessionToken: admin.sessionToken, telegramId: user.telegramId };
      expect(await callWithoutBody(endpoint, mixed)).toEqual({ status: 401, code: 'auth.invalid' });
    },
  );
});

/** The answer and the log lines for a thrown error. */
async function answerTo(thrown: unknown) {
  const { logger, lines } = readableLogger();
  const throwing = () => {
    throw thrown;
  };
  return serving([requestLog(logger), errorHandler, throwing], async (baseUrl) => {
    const response = await fetch(baseUrl);
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body, lines: lines() };
  });
}

const failure = (properties: object, message = 'internal detail') => Object.assign(new Error(message), properties);

test('an HttpError is answered with its sentence, its code and its optional details', async () => {
  const plain = await answerTo(conflict('page.unlinked', 'The page is no longer linked.'));
  expect(plain).toMatchObject({ status: 409 });
  expect(plain.body).toEqual({ error: 'The page is no longer linked.', code: 'page.unlinked' });
  const detailed = await answerTo(new HttpError(409, 'posting.unconfirmed', 'Check the page.', { unconfirmed: 2 }));
  expect(detailed.body).toEqual({
    error: 'Check the page.',
    code: 'posting.unconfirmed',
    details: { unconfirmed: 2 },
  });
});

test('a file store that is away is a 503, and the log says why in one sentence', async () => {
  const thrown = new OperatorError('The S3 store cannot be used (ECONNREFUSED): check S3_ENDPOINT.', {
    cause: failure({ code: 'ECONNREFUSED' }),
  });
  const { status, lines } = await answerTo(thrown);
  expect([status, lines.map(({ msg }) => msg)]).toEqual([503, [thrown.message, 'request']]);
});

test('a temporarily unavailable database is answered with 503 and Retry-After [S16.5-1]', async () => {
  // Connections, disk, shutdown, start, serialization and deadlock after all retries, the socket.
  const codes = ['53300', '53100', '57P01', '57P03', '08006', '40001', '40P01', 'ECONNREFUSED', 'ECONNRESET'];
  const messages = [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'timeout exceeded when trying to connect',
  ];
  for (const error of [...codes.map((code) => failure({ code })), ...messages.map((text) => failure({}, text))]) {
    const { status, headers, body, lines } = await answerTo(error);
    expect([error, status, headers.get('Retry-After')]).toEqual([error, 503, '2']);
    expect(body).toEqual({
      error: 'The service is busy right now. Please try again in a moment.',
      code: 'unavailable',
    });
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'the database is not available', level: 40 }));
  }
});

describe("an internal error is answered with 500 and only the request's id: [S13.4-1]", () => {
  test.each([
    ['a bug', failure({}, "Cannot read properties of undefined (reading 'secret')")],
    ['a violated constraint of the database', failure({ code: '23505', detail: 'Key (secret)=(abc) already exists.' })],
    ['a server error of a library', failure({ status: 502, expose: true }, 'secret upstream')],
    ['a thrown text', 'secret'],
    ['undefined', undefined],
    ['a syntax error of our own code, which is not the fault of the body', new SyntaxError('Invalid secret')],
  ])('%s', async (_what, thrown) => {
    const { status, headers, body, lines } = await answerTo(thrown);
    expect(status).toBe(500);
    const requestId = headers.get('X-Request-Id');
    expect(body).toEqual({ error: `Something went wrong on our side (request ${requestId}).`, code: 'internal' });
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'unexpected error', requestId, level: 50 }));
  });
});

describe('validation', () => {
  const closed = (properties: Record<string, TSchema>) => Type.Object(properties, { additionalProperties: false });

  /** The error that the caller gets for `data`; null when it is valid. */
  function refusal(part: 'path' | 'query' | 'body', schema: TSchema, data: unknown): HttpError | null {
    try {
      validateRequest(part, schema, data);
      return null;
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  }

  const name = closed({ name: Type.String({ maxLength: 5, pattern: NOT_BLANK }) });
  const word = closed({ color: Type.Unsafe<string>({ type: 'string', enum: ['red', 'green'] }) });

  describe('an invalid request is refused with one sentence about the error:', () => {
    test.each<[string, TSchema, unknown, string]>([
      ['a missing field', name, {}, "'name' is missing in the body."],
      [
        'a missing field of an inner object',
        closed({ page: name }),
        { page: {} },
        "'page.name' is missing in the body.",
      ],
      ['an unknown field', name, { name: 'a', nmae: 'a' }, "'nmae' is not known in the body."],
      ['an unknown word', word, { color: 'blue' }, "'color' must be one of red, green."],
      ['a blank text', name, { name: ' \n' }, "'name' must not be blank."],
      [
        'a text of the wrong form',
        closed({ day: Type.String({ pattern: '^\\d+$' }) }),
        { day: 'Monday' },
        "'day' has a wrong form.",
      ],
      [
        'a number that must not be zero',
        closed({ amount: Type.Integer({ not: { const: 0 } }) }),
        { amount: 0 },
        "'amount' must not be zero.",
      ],
      ['a number that is a text', closed({ hours: Type.Integer() }), { hours: '1' }, "'hours' must be integer."],
      [
        'an item of a list',
        closed({ list: Type.Array(Type.Integer()) }),
        { list: [1, 'x'] },
        "'list.1' must be integer.",
      ],
    ])('%s', (_what, schema, data, sentence) => {
      const refused = refusal('body', schema, data);
      expect(refused).toMatchObject({ status: 400, code: 'invalid_request', message: sentence });
    });
  });

  describe('values that Postgres cannot read are refused:', () => {
    const id = '8f14e45f-ceea-467f-a7f1-2b1c5f0a9d11';
    test.each([`urn:uuid:${id}`, `{${id}}`, id.replaceAll('-', '')])('the id %s', (data) => {
      expect(refusal('path', closed({ id: Type.String({ format: 'uuid' }) }), { id: data })?.status).toBe(400);
    });

    const BAD_TIMES = [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
      '2026-01-01T00:00:00+23:00',
      '2026-01-01T00:00:00-15:00',
      '2026-01-01T00:00:00+0200',
      '2026-02-31T00:00:00Z',
      '2026-01-01 00:00:00Z',
      '2026-01-01T24:00:00Z',
    ];
    test.each(BAD_TIMES)('the time %s, in every call that takes one', (time) => {
      const times = Object.values(registry).flatMap(({ path, query, body }) =>
        [query, body].flatMap((part) =>
          Object.entries((part as TObject | undefined)?.properties ?? {})
            .filter(([, field]) => field.format === 'date-time')
            .map(([name, field]) => ({ path, schema: closed({ [name]: field }), name })),
        ),
      );
      expect(times.length).toBeGreaterThan(8);
      for (const { path, schema, name } of times) {
        expect([path, name, refusal('body', schema, { [name]: time })?.status]).toEqual([path, name, 400]);
        expect(refusal('body', schema, { [name]: '2026-12-31T23:59:59.123456+14:00' })).toBeNull();
      }
    });
  });

  test('a name of a field with a NUL is refused', () => {
    const anything = Type.Object({ facts: Type.Record(Type.String(), Type.String()) });
    expect(refusal('body', anything, { facts: { 'a\u0000': 'b' } })).toMatchObject({ status: 400 });
  });
});
