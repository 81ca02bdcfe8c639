import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Endpoint, getDownload, registry } from '@flyerdeck/contracts';
import { WebSocket, WebSocketServer } from 'ws';
import { PROXY_CONF, withNginx } from './nginx.ts';

interface Proxy {
  readonly baseUrl: string;
  readonly log: () => Promise<string>;
  readonly received: { url: string; headers: IncomingHttpHeaders; bytes: number }[];
  stopApi(): void;
}

/** Runs nginx with the configuration of docker-compose.yml on loopback, in front of a server that records requests. */
async function withProxy(work: (proxy: Proxy) => Promise<void>): Promise<void> {
  const received: Proxy['received'] = [];
  const api = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, bytes });
      response.end('answered');
    });
  }).listen(0, '127.0.0.1');
  const webSockets = new WebSocketServer({ server: api });
  webSockets.on('connection', (socket, { headers, url = '' }) => {
    received.push({ url, headers, bytes: 0 });
    socket.on('message', (data) => socket.send(data));
  });
  await once(api, 'listening');
  const stopApi = () => {
    api.closeAllConnections();
    api.close();
  };
  try {
    await withNginx([(api.address() as AddressInfo).port], ({ baseUrl, log }) =>
      work({ baseUrl, log, received, stopApi }),
    );
  } finally {
    stopApi();
  }
}

const SECRET = 'hash-or-token-1234567890';

test('the log format of the proxy contains no variable with a query, a header or a body [S14.2-9]', async () => {
  const conf = await readFile(PROXY_CONF, 'utf8');
  const [, format = ''] = /log_format without_secrets([^;]*);/.exec(conf) ?? [];
  expect(format).toContain('$logged_path');
  expect(format).not.toMatch(
    /\$(request|request_uri|args|query_string|arg_\w+|http_\w+|cookie_\w+|request_body|uri)\b/,
  );
  expect(conf.match(/access_log [^;]*/g)).toEqual(['access_log /dev/stdout without_secrets']);
});

/** Whoever knows the path of a call without authentication may use it. */
const publicPaths = Object.values(registry).flatMap(({ access, path }: Endpoint) =>
  access === 'public' && path.includes(':') ? [`/api${path}`] : [],
);

test('the access log of the proxy contains no query string and no token, even when the api does not answer [S14.2-9]', async () => {
  await withProxy(async ({ baseUrl, log, stopApi }) => {
    expect(publicPaths).toContain(`/api${getDownload.path}`);
    const paths = [
      `/auth/callback?id=1&hash=${SECRET}`,
      `/verify-link/${SECRET}`,
      `/?view=pages&tgWebAppData=${SECRET}`,
      ...publicPaths.map((path) => path.replace(/:\w+/, SECRET)),
      `/API//Downloads/${SECRET}/`,
      `/api/%64ownloads/${SECRET}`,
    ];
    const headers = { Referer: `http://127.0.0.1/?hash=${SECRET}`, 'X-Session-Token': SECRET };
    for (const path of paths) expect((await fetch(baseUrl + path, { headers })).status).toBe(200);
    stopApi();
    for (const path of paths) expect((await fetch(baseUrl + path, { headers })).status).toBe(502);
    const text = await log();
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, string>);
    const logged = [
      '/auth/callback',
      '/verify-link/...',
      '/',
      ...publicPaths.map((path) => path.replace(/:.*/, '...')),
      '/API/Downloads/...',
      '/api/downloads/...',
    ];
    expect(lines.map(({ path }) => path)).toEqual([...logged, ...logged]);
    expect(lines[0]).toMatchObject({ address: '127.0.0.1', method: 'GET', status: '200' });
    expect(text).not.toContain(SECRET);
  });
});

test("the proxy adds the caller's address and a request id, and does not serve metrics", async () => {
  await withProxy(async ({ baseUrl, received, log }) => {
    expect((await fetch(`${baseUrl}/metrics`)).status).toBe(404);
    await fetch(`${baseUrl}/api/queue/info`, {
      headers: { 'X-Request-Id': 'chosen-by-the-caller', 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Host': 'evil' },
    });
    const headers = received[0]?.headers ?? {};
    expect(headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1');
    expect(headers['x-forwarded-host']).toBeUndefined();
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(await log()).toContain(`"requestId":"${headers['x-request-id']}"`);
  });
});

test.each(['/api/live', '/api/extension/live'])(
  'the proxy forwards the WebSocket %s with the address of the caller',
  async (path) => {
    await withProxy(async ({ baseUrl, received }) => {
      const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}${path}`);
      await once(socket, 'open');
      socket.send('ping');
      expect(String((await once(socket, 'message'))[0])).toBe('ping');
      expect(received.find(({ url }) => url === path)?.headers['x-forwarded-for']).toBe('127.0.0.1');
      socket.terminate();
    });
  },
);
