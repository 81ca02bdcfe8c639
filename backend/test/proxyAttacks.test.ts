import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import { freeLoopbackPort } from '../src/database/embedded/loopbackPort.ts';
import { errorHandler } from '../src/server/http/errorHandler.ts';
import { readableLogger } from '../src/server/http/smallServer.testing.ts';
import { staticFiles } from '../src/server/http/staticFiles.ts';
import { type RequestState, requestLog } from '../src/server/security/requestLog.ts';
import { type RunningNginx, withNginx } from './nginx.ts';

/** What one caller does through the proxy must not change the answers to others. */

const ATTACKER = '127.0.0.66';
/** More than the kernel and nginx buffer for a reader that does not read. */
const LARGE_BYTES = 12 * 1024 * 1024;
const large = randomBytes(LARGE_BYTES);
const ASSET = '/assets/font-4f2a.woff2';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'flyerdeck-assets-'));
  await mkdir(path.join(root, 'assets'));
  await writeFile(path.join(root, ASSET), large);
  await writeFile(path.join(root, 'assets/app-1a2b.js'), 'identity');
  await writeFile(path.join(root, 'assets/app-1a2b.js.br'), 'brotli');
});
afterAll(() => rm(root, { recursive: true }));

/** An api process: its static files, and one large answer. */
function api(): Server {
  const koa = new Koa<RequestState>();
  koa.silent = true;
  koa.proxy = true;
  koa.maxIpsCount = 1;
  koa.use(requestLog(readableLogger().logger));
  koa.use(errorHandler);
  koa.use((ctx, next) => {
    ctx.set('X-Query', ctx.querystring);
    return next();
  });
  koa.use((ctx, next) => {
    if (ctx.path !== '/api/large') return next();
    ctx.body = large;
  });
  koa.use((ctx, next) => {
    if (ctx.path !== '/api/small') return next();
    ctx.body = 'small';
  });
  koa.use(staticFiles({ authMode: 'mock', botUsername: null }, { root }));
  return createServer(koa.callback());
}

async function withServers(servers: readonly Server[], work: (nginx: RunningNginx) => Promise<void>): Promise<void> {
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    await withNginx(
      servers.map((server) => (server.address() as AddressInfo).port),
      work,
    );
  } finally {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** Requests the path over 40 connections of one address and reads only the beginnings of the answers. Returns the statuses. */
async function leaveUnread({ baseUrl }: RunningNginx, file: string): Promise<number[]> {
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect({ port: Number(new URL(baseUrl).port), host: '127.0.0.1', localAddress: ATTACKER });
    opened.push(socket);
    return socket;
  });
  return Promise.all(
    sockets.map(async (socket) => {
      socket.write(`GET ${file} HTTP/1.1\r\nHost: x\r\n\r\n`);
      const [beginning] = (await once(socket, 'data')) as [Buffer];
      socket.pause();
      return Number(/^HTTP\/1.1 (\d+)/.exec(beginning.toString('latin1'))?.[1]);
    }),
  );
}
const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

const statusesOfOthers = async ({ baseUrl }: RunningNginx) => {
  const statuses: number[] = [];
  for (const url of ['/api/small', ASSET, '/api/small', '/assets/app-1a2b.js', '/api/small', '/api/large']) {
    const answer = await fetch(baseUrl + url);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
};
const ALL_ANSWERED = Array(6).fill(200);

describe.each([1, 2])('with %d api processes', (count) => {
  const apis = () => Array.from({ length: count }, api);

  test.each([ASSET, '/api/large'])('answers that one caller does not read affect nobody: %s [S2.4-7]', async (file) => {
    await withServers(apis(), async (nginx) => {
      expect(new Set(await leaveUnread(nginx, file))).toEqual(new Set([200]));
      expect(await statusesOfOthers(nginx)).toEqual(ALL_ANSWERED);
    });
  });
});

test('a call at which every api process closes the connection affects no other caller [S2.4-7]', async () => {
  const closing = () => {
    const server = api();
    server.prependListener('request', ({ url, socket }) => url === '/api/close' && socket.destroy());
    return server;
  };
  await withServers([closing(), closing()], async (nginx) => {
    for (const method of ['GET', 'POST', 'PUT']) {
      expect((await fetch(`${nginx.baseUrl}/api/close`, { method })).status).toBe(502);
    }
    expect(await statusesOfOthers(nginx)).toEqual(ALL_ANSWERED);
  });
});

test('no call fails while several api processes start or stop [S2.4-7]', async () => {
  const ports = await Promise.all(Array.from({ length: 4 }, freeLoopbackPort));
  const server = api().listen(ports[0], '127.0.0.1');
  await once(server, 'listening');
  await withNginx(ports, async ({ baseUrl }) => {
    const statuses: number[] = [];
    for (const method of ['GET', 'POST', 'GET', 'POST', 'GET', 'POST']) {
      statuses.push((await fetch(`${baseUrl}/api/small`, { method })).status);
    }
    expect(statuses).toEqual(ALL_ANSWERED);
  });
  server.close();
});

test('a call that may have taken effect is not sent to the second api process [S2.4-7]', async () => {
  const received: string[] = [];
  const failing = () =>
    createServer(({ method = '', socket }, response) => {
      received.push(method);
      if (method === 'PATCH') response.writeHead(503).end();
      else socket.destroy();
    });
  await withServers([failing(), failing()], async ({ baseUrl }) => {
    for (const method of ['POST', 'PATCH', 'GET']) await fetch(`${baseUrl}/api/presets`, { method });
    expect(received).toEqual(['POST', 'PATCH', 'GET', 'GET']);
  });
});
