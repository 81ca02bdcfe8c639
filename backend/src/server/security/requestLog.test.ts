import { createPreset, getLinkingData, signIn } from '@flyerdeck/contracts';
import { useTestServer } from '../../../test/testServer.ts';
import { createApp } from '../../app.ts';
import { readableLogger, serving } from '../http/smallServer.testing.ts';
import { requestLog } from './requestLog.ts';

const server = useTestServer();

/** Runs `work` against the whole app. Returns the log lines of its requests and the text of the log. */
async function logged(work: (baseUrl: string) => Promise<unknown>) {
  const { logger, lines, text } = readableLogger();
  const { koa } = createApp({ ...server.context, logger });
  await serving(koa.middleware as never, work);
  return { lines: lines().filter(({ msg }) => msg === 'request'), text: text() };
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('the id of a request', () => {
  const idOf = (given?: string) =>
    serving([requestLog(readableLogger().logger)], async (baseUrl) => {
      const response = await fetch(baseUrl, { headers: given === undefined ? {} : { 'X-Request-Id': given } });
      return response.headers.get('X-Request-Id');
    });

  test('is the one that the caller sent, or else generated, also instead of an invalid one', async () => {
    expect(await idOf('trace-0123456789')).toBe('trace-0123456789');
    const invalid = [undefined, undefined, 'short', 'x'.repeat(65), 'line feed %0A', '{"json":"1234"}'];
    const generated = await Promise.all(invalid.map(idOf));
    for (const id of generated) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(generated).size).toBe(invalid.length);
  });
});

test('every request is logged in one line with id, method, route, status and time', async () => {
  const { lines } = await logged((baseUrl) =>
    fetch(`${baseUrl}/api/credits/packages`, { headers: { 'X-Request-Id': 'trace-0123456789' } }),
  );
  expect(lines).toEqual([
    expect.objectContaining({
      requestId: 'trace-0123456789',
      method: 'GET',
      route: 'GET /credits/packages',
      status: 200,
      ms: expect.any(Number),
      level: 30,
    }),
  ]);
});

test('the line of a signed-in request has the user, that of another has none', async () => {
  const { sessionToken, telegramId } = await server.signIn('4711');
  const { rows } = await server.context.pool.query('SELECT id FROM users WHERE telegram_id = $1', [telegramId]);
  const { lines } = await logged(async (baseUrl) => {
    const as = { 'X-Session-Token': sessionToken, 'X-Telegram-ID': telegramId };
    await fetch(`${baseUrl}/api/credits/balance`, { headers: as });
    await fetch(`${baseUrl}/api/credits/packages`);
  });
  expect(lines.map(({ status, userId }) => [status, userId])).toEqual([
    [200, rows[0].id],
    [200, undefined],
  ]);
});

test('tokens in addresses, queries, headers and bodies do not reach the log [S14.2-9]', async () => {
  const secrets = {
    path: 'path-token-11111111',
    query: 'query-token-2222222',
    session: 'session-token-3333333',
    telegramId: '444444444444',
    initData: 'init-data-555555555',
    device: 'device-secret-66666666',
    name: 'preset-name-7777777',
  };
  const { lines, text } = await logged(async (baseUrl) => {
    const api = `${baseUrl}/api`;
    const as = { 'X-Session-Token': secrets.session, 'X-Telegram-ID': secrets.telegramId };
    await fetch(`${api}${getLinkingData.path.replace(':token', secrets.path)}`);
    await fetch(`${baseUrl}/auth/callback?hash=${secrets.query}`);
    await fetch(`${api}/nothing/${secrets.path}?token=${secrets.query}`, { headers: as });
    await post(`${api}${createPreset.path}`, { name: secrets.name }, as);
    await post(`${api}${signIn.path}`, { telegram_id: secrets.telegramId, init_data: secrets.initData });
    await post(`${api}${signIn.path}`, { init_data: secrets.initData });
    await post(`${api}/extension/poll`, {}, { Authorization: `Bearer ${secrets.device}` });
  });
  expect(lines).toHaveLength(7);
  expect(lines.map(({ route }) => route)).toContain('GET /get_linking_data/:token');
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
});

test('an internal error is logged as an error, a refusal is not', async () => {
  const { logger, lines } = readableLogger();
  const failing = (status: number) =>
    serving(
      [
        requestLog(logger),
        (ctx) => {
          ctx.state.route = 'GET /x';
          ctx.status = status;
        },
      ],
      (baseUrl) => fetch(baseUrl),
    );
  for (const status of [200, 404, 500, 503]) await failing(status);
  expect(lines().map(({ status, level }) => [status, level])).toEqual([
    [200, 30],
    [404, 30],
    [500, 50],
    [503, 50],
  ]);
});
