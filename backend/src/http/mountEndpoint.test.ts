import { defineEndpoint, me } from '@flyerdeck/contracts';
import { Type } from '@sinclair/typebox';
import bodyParser from 'koa-bodyparser';
import { useTestServer } from '../../test/testServer.ts';
import { createAuthenticate } from '../auth/authenticate.ts';
import { errorHandler } from './errorHandler.ts';
import { EndpointRouter } from './mountEndpoint.ts';
import { requestLog } from './requestLog.ts';
import { readableLogger, serving } from './smallServer.testing.ts';

const server = useTestServer();

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
const forget = defineEndpoint({
  method: 'DELETE',
  path: '/things/:id',
  access: 'public',
  doc: 'Forgets a thing.',
  params: closed({ id: Type.Integer() }),
  status: 204,
});

/** Mounts as a test asks, and makes one request. */
async function request(
  mount: (endpoints: EndpointRouter) => void,
  { method = 'PUT', path = '/things/7', body = { name: 'Lamp' } as unknown, headers = {}, inTests = true } = {},
) {
  const endpoints = new EndpointRouter(createAuthenticate(server.context.pool), inTests);
  mount(endpoints);
  const { logger, lines } = readableLogger();
  const layers = [requestLog(logger), errorHandler, bodyParser({ enableTypes: ['json'] }), endpoints.router.routes()];
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

test('a handler gets what was sent, checked and read, and its answer goes out with the status of the contract', async () => {
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

test('no answer is kept in a cache', async () => {
  const { headers } = await request((endpoints) => endpoints.mount(rename, async ({ body }) => ({ name: body.name })));
  expect(headers.get('Cache-Control')).toBe('no-store');
});

test.each([
  ['path', { path: '/things/seven' }, "'id' must be integer."],
  ['query', { path: '/things/7?wet=true' }, "'wet' is not known in the query."],
  ['body', { body: { name: '' } }, "'name' must NOT have fewer than 1 characters."],
])('a request with a wrong %s does not reach its handler', async (part, broken, sentence) => {
  const handler = jest.fn(async () => ({ name: '' }));
  const answer = await request((endpoints) => endpoints.mount(rename, handler), broken);
  expect(answer).toMatchObject({ status: 400, json: { error: sentence, code: 'invalid_request', details: { part } } });
  expect(handler).not.toHaveBeenCalled();
});

test('a 204 is empty', async () => {
  const answer = await request((endpoints) => endpoints.mount(forget, async () => undefined), { method: 'DELETE' });
  expect(answer).toMatchObject({ status: 204, text: '' });
  expect(answer.headers.get('Content-Type')).toBeNull();
});

describe('an answer that breaks its contract', () => {
  const leak = (endpoints: EndpointRouter) =>
    endpoints.mount(rename, async () => ({ name: 'Lamp', password: 'secret' }) as { name: string });

  test('is an error in tests, in words for us and not for the caller', async () => {
    const { status, text, lines } = await request(leak);
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
    expect(JSON.stringify(lines)).toContain(
      'PUT /things/:id broke its contract: / must NOT have additional properties',
    );
  });

  test('costs nothing to look for in production', async () => {
    expect((await request(leak, { inTests: false })).status).toBe(201);
  });
});

describe('what a route does before its body is read', () => {
  const secured = { ...rename, access: 'user' } as const;
  const before = jest.fn(async (_ctx: unknown, next: () => Promise<unknown>) => next());
  const mount = (endpoints: EndpointRouter) =>
    endpoints.mount(secured, async ({ body }) => ({ name: body.name }), { before: [before as never] });
  beforeEach(() => before.mockClear());

  test('is not done for a stranger', async () => {
    expect((await request(mount)).status).toBe(401);
    expect(before).not.toHaveBeenCalled();
  });

  test('is done for a signed-in user, ahead of the checks', async () => {
    const { sessionToken, telegramId } = await server.signIn('200000001');
    const headers = { 'X-Session-Token': sessionToken, 'X-Telegram-ID': telegramId };
    expect((await request(mount, { headers, body: {} })).status).toBe(400);
    expect(before).toHaveBeenCalledTimes(1);
  });
});

describe('a body', () => {
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const { sessionToken, telegramId } = await server.signIn('200000003');
    const response = await fetch(`${server.baseUrl}/api/presets`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...headers,
        'X-Session-Token': sessionToken,
        'X-Telegram-ID': telegramId,
      },
      body,
    });
    return { status: response.status, json: await response.json() };
  };

  test.each(['{"name":', 'name=Evening', '"Evening"', 'null'])(
    'that is no JSON object is refused: %s',
    async (body) => {
      expect(await send(body)).toEqual({
        status: 400,
        json: { error: 'The body could not be read: it is not valid JSON.', code: 'invalid_request' },
      });
    },
  );

  test('that is empty lacks what is required', async () => {
    expect(await send('')).toMatchObject({ status: 400, json: { error: "'name' is missing in the body." } });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'of another kind is refused and not ignored: %s',
    async (contentType) => {
      expect(await send('{"name":"Evening"}', { 'Content-Type': contentType })).toEqual({
        status: 415,
        json: { error: 'The body must be JSON.', code: 'request.unsupported_type' },
      });
    },
  );

  test.each(['gzip', 'br'])('that is not the %s it says it is, is refused', async (encoding) => {
    expect(await send('{"name":"Evening"}', { 'Content-Encoding': encoding })).toEqual({
      status: 400,
      json: {
        error: 'The body could not be read: it is not compressed as it says.',
        code: 'invalid_request',
      },
    });
  });

  test('of more than 2 MB is refused', async () => {
    expect(await send(JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) }))).toEqual({
      status: 413,
      json: { error: 'The request is too large.', code: 'request.too_large' },
    });
  });
});

test('a header is sent by its own name whatever its case', async () => {
  const { sessionToken, telegramId } = await server.signIn('200000002');
  const { status } = await server.call(me, {
    headers: { 'x-session-token': sessionToken, 'X-TELEGRAM-ID': telegramId },
  });
  expect(status).toBe(200);
});
