import { createPreset, getLinkingData, signIn } from '@flyerdeck/contracts';
import { useTestServer } from '../../../test/testServer.ts';
import { createApp } from '../../app.ts';
import { readableLogger, serving } from '../http/smallServer.testing.ts';

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
