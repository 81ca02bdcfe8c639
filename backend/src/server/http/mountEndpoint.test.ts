import { createPreset, defineEndpoint, maxBodyBytesOf } from '@flyerdeck/contracts';
import { Type } from '@sinclair/typebox';
import { useTestServer } from '../../../test/testServer.ts';
import { createAuthenticate } from '../../accounts/auth/authenticate.ts';
import { requestLog } from '../security/requestLog.ts';
import { errorHandler } from './errorHandler.ts';
import { EndpointRouter } from './mountEndpoint.ts';
import { sendRaw } from './rawRequest.testing.ts';
import { readableLogger, serving } from './smallServer.testing.ts';

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

describe('an answer that violates its contract', () => {
  const leak = (endpoints: EndpointRouter) =>
    endpoints.mount(rename, async () => ({ name: 'Lamp', password: 'secret' }) as { name: string });

  test('is answered with 500 in tests, without the wrong data [S4.1-1]', async () => {
    const { status, text, lines } = await request(leak);
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
    expect(JSON.stringify(lines)).toContain(
      'PUT /things/:id broke its contract: / must NOT have additional properties',
    );
  });
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
