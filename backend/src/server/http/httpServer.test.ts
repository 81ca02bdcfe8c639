import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { EXTENSION_VERSION } from '@flyerdeck/contracts';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import Koa from 'koa';
import { Pool } from 'pg';
import { dbOn } from '../../../test/dbOn.ts';
import { buildPage, buildUser } from '../../../test/factories.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { createApp } from '../../app.ts';
import { createContext } from '../../context.ts';
import type { Db } from '../../database/statement.ts';
import { closeDatabase, openDatabase } from '../../dataSource.ts';
import { Problems } from '../../jobs/problems.ts';
import { requestLog } from '../security/requestLog.ts';
import { errorHandler } from './errorHandler.ts';
import { healthRoutes, startHealthServer } from './health.ts';
import { closeServer, createHttpServer, Drain } from './httpServer.ts';
import { preconfiguredZips } from './preconfiguredZips.ts';
import { readableLogger, serving } from './smallServer.testing.ts';
import { staticFiles } from './staticFiles.ts';

const server = useTestServer();

/** A server with its own pool, and a poll of a device that waits for a table that another transaction has locked. */
async function stoppingServer() {
  const { db, config } = server.context;
  const owner = await buildUser(db, { posting: true });
  const page = await buildPage(db, owner.id);
  const url = new URL(process.env.FLYERDECK_TEST_POSTGRES_URL ?? '');
  const [{ name }] = (await db.query('SELECT current_database() AS name')) as [{ name: string }];
  url.pathname = `/${name}`;
  const own = await openDatabase(url.href, { poolSize: 5 });
  const { logger, lines } = readableLogger();
  const { koa, drain } = createApp(createContext({ config, logger, db: own, deviceDb: own }));
  const http = createHttpServer(koa.callback()).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const holder = await server.context.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE devices');
  const answer = fetch(`${baseUrl}/api/extension/poll`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${page.deviceSecret}` },
  });
  await waitForLockWait(db);
  const releaseLock = async () => {
    await holder.query('ROLLBACK');
    holder.release();
  };
  return {
    baseUrl,
    answer,
    lines,
    releaseLock,
    stop: async () => {
      await closeServer(http, drain);
      await closeDatabase(own);
    },
  };
}

test('a request in flight is answered before the server stops, and its connection is closed [S16.5-6]', async () => {
  const { baseUrl, answer, releaseLock, stop } = await stoppingServer();
  const stopped = stop();
  const isOpen = () =>
    fetch(`${baseUrl}/healthz`).then(
      () => true,
      () => false,
    );
  while (await isOpen()) await sleep(5);
  await releaseLock();
  const { status, headers } = await answer;
  expect([status, headers.get('Connection')]).toEqual([200, 'close']);
  await stopped;
});

test('a request that a proxy sends on an unused connection while the server stops is answered [S16.5-6]', async () => {
  const drain = new Drain();
  const koa = new Koa().use(drain.middleware).use((ctx) => {
    ctx.body = 'answered';
  });
  const server = createHttpServer(koa.callback());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const post = async () => {
    client.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n');
    return String((await once(client, 'data'))[0]);
  };
  expect(await post()).toContain('Connection: keep-alive');
  const stopped = closeServer(server, drain);
  await new Promise(setImmediate);
  expect(await post()).toContain('Connection: close');
  await stopped;
});

test('a request that takes too long is answered 503, and is not logged as an internal error', async () => {
  const { answer, lines, releaseLock, stop } = await stoppingServer();
  const stopped = stop();
  const response = await answer;
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
  expect(await response.json()).toEqual({
    error: 'The server is restarting. Please try again in a moment.',
    code: 'unavailable',
  });
  // The lock is released now, and the waiting request gets a pool that has ended.
  await releaseLock();
  await stopped;
  await sleep(200);
  expect(lines().filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
});

test('the connection of a client that reads nothing of its answer is closed [S2.4-5]', async () => {
  const server = createHttpServer((_, response) => response.end(Buffer.alloc(64 * 1024 * 1024)), 500);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const opened = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [socket] = await opened;
  await once(socket, 'close');
  client.destroy();
  server.close();
});

const database = useTestDatabase();

const ask = (path: string, db: Db, problems = new Problems(), headers = {}): Promise<Response> =>
  serving(
    [
      requestLog(readableLogger().logger),
      errorHandler,
      healthRoutes({ db, problems, config: { botToken: '1:token', metricsToken: null } }).routes() as never,
    ],
    async (baseUrl) => {
      const response = await fetch(baseUrl + path, { headers });
      return new Response(await response.text(), response);
    },
  );

test('the server is alive and ready while Postgres answers', async () => {
  const { db } = database;
  expect(await (await ask('/healthz', db)).json()).toEqual({ status: 'ok' });
  const ready = await ask('/readyz', db);
  expect([ready.status, await ready.json(), ready.headers.get('Cache-Control')]).toEqual([
    200,
    { status: 'ok' },
    'no-store',
  ]);
});

test('the server is alive but not ready while Postgres is down', async () => {
  const pool = new Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  expect((await ask('/healthz', dbOn(pool))).status).toBe(200);
  const ready = await ask('/readyz', dbOn(pool));
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ error: 'The database does not answer.', code: 'unavailable' });
  await pool.end();
});

test('the server says what has failed for half a minute, but not through a proxy', async () => {
  const { db } = database;
  const problems = new Problems();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
  problems.failed('the heartbeat', new Error('connection refused'));
  clock.mockReturnValue(1_020_000);
  expect((await ask('/healthz', db, problems)).status).toBe(200);
  problems.failed('the heartbeat', new Error('no connection'));
  clock.mockReturnValue(1_041_000);
  const unhealthy = await ask('/healthz', db, problems);
  expect([unhealthy.status, await unhealthy.json()]).toEqual([
    503,
    { status: 'unhealthy', problems: ['the heartbeat has failed for 41 s: no connection'] },
  ]);
  const proxied = await ask('/healthz', db, problems, { 'X-Forwarded-For': '203.0.113.7' });
  expect([proxied.status, await proxied.json()]).toEqual([503, { status: 'unhealthy' }]);
  problems.worked('the heartbeat');
  expect((await ask('/healthz', db, problems)).status).toBe(200);
  clock.mockRestore();
});

async function read(baseUrl = server.baseUrl): Promise<Record<string, number>> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('the metrics are not served through a proxy [S13.4-1]', async () => {
  const answer = await fetch(`${server.baseUrl}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
  expect(answer.status).toBe(404);
});

test('a process without the api answers on its health port', async () => {
  const port = 20_000 + (process.pid % 20_000);
  const health = await startHealthServer(
    { ...server.context, config: { ...server.context.config, host: '127.0.0.1' } },
    port,
  );
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    expect(await read(baseUrl)).toHaveProperty('flyerdeck_jobs_due');
    expect((await fetch(`${baseUrl}/api/me`)).status).toBe(404);
  } finally {
    await health.stop();
  }
});

describe('zips', () => {
  const BUILT = {
    name: 'Flyerdeck',
    homepage_url: 'http://127.0.0.1:3000',
    host_permissions: ['http://127.0.0.1:3000/*', 'https://site.example/*'],
    externally_connectable: { matches: ['http://127.0.0.1:3000/*'] },
    content_scripts: [{ matches: ['https://site.example/*'], js: ['content.js'] }],
  };
  const SCRIPT = strToU8('export const answer = 42;');

  let root: string;
  type Settings = { publicUrl?: string | null; creatorSiteOrigin?: string | null; folder?: string };
  /** Serves the file while `work` runs, which gets its address. */
  const serve = <T>(
    { publicUrl = 'https://flyers.example', creatorSiteOrigin = null, folder = root }: Settings,
    work: (address: string) => Promise<T>,
  ): Promise<T> =>
    serving([preconfiguredZips({ publicUrl, creatorSiteOrigin }, { root: folder })], (baseUrl) =>
      work(`${baseUrl}/extension.zip`),
    );
  const build = (manifest: object) =>
    writeFile(
      path.join(root, 'extension.zip'),
      zipSync({ 'background.js': SCRIPT, 'manifest.json': strToU8(JSON.stringify(manifest)) }),
    );
  async function download(address: string) {
    const answer = await fetch(address);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const files = unzipSync(bytes);
    return { answer, bytes, files, manifest: JSON.parse(strFromU8(files['manifest.json'] as Uint8Array)) };
  }

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'flyerdeck-zip-'));
    await build(BUILT);
  });
  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });

  test('the manifest is preconfigured for PUBLIC_URL, and other files are unchanged', async () => {
    const { answer, files, manifest } = await serve({ publicUrl: 'https://flyers.example/deck' }, download);
    expect(manifest).toEqual({
      ...BUILT,
      homepage_url: 'https://flyers.example/deck',
      host_permissions: ['https://flyers.example/*', 'https://site.example/*'],
      externally_connectable: { matches: ['https://flyers.example/*'] },
    });
    expect(files['background.js']).toEqual(SCRIPT);
    expect(answer.headers.get('Content-Type')).toBe('application/zip');
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="flyerdeck-extension-${EXTENSION_VERSION}.zip"`,
    );
  });

  test('two servers serve the same bytes, and a matching If-None-Match is answered with 304', async () => {
    const first = await serve({}, download);
    await serve({}, async (other) => {
      expect((await download(other)).bytes).toEqual(first.bytes);
      const etag = first.answer.headers.get('ETag') as string;
      expect(first.answer.headers.get('Cache-Control')).toBe('no-cache');
      // Not with fetch, which would add "Cache-Control: no-cache".
      const [again] = (await once(get(other, { headers: { 'If-None-Match': etag } }), 'response')) as [IncomingMessage];
      expect([again.statusCode, await text(again)]).toEqual([304, '']);
    });
  });
});

describe('static files', () => {
  let folder: string;
  let server: Server;
  let base: string;

  const DEMO = { authMode: 'mock', botUsername: null } as const;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'flyerdeck-static-'));
    const root = path.join(folder, 'dist');
    await mkdir(path.join(root, 'assets'), { recursive: true });
    await writeFile(path.join(root, 'index.html'), '<!doctype html><title>Flyerdeck</title>');
    await writeFile(path.join(root, 'avatar.jpg'), 'jpeg');
    await writeFile(path.join(root, '.secret'), 'hidden');
    await writeFile(path.join(folder, 'outside.txt'), 'outside');
    const koa = new Koa();
    koa.use(staticFiles(DEMO, { root }));
    koa.use((ctx) => {
      ctx.status = 418;
    });
    server = koa.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  const get = (address: string, headers: Record<string, string> = {}) => fetch(base + address, { headers });
  /** fetch would normalise the path, and add "no-cache" to If-Modified-Since. */
  function rawGet(
    rawPath: string,
    headers: Record<string, string> = {},
    baseUrl = base,
  ): Promise<{ status: number; body: string }> {
    const { port } = new URL(baseUrl);
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: rawPath, headers }, async (answer) => {
        resolve({ status: answer.statusCode ?? 0, body: await text(answer) });
      })
        .on('error', reject)
        .end();
    });
  }
  const NAVIGATION = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test.each(['/', '/index.html', '/auth', '/admin/users/100000001', '/no/such/page', '/verify-link/a.b', '/assets'])(
    'opening %s returns the app, which the browser must revalidate',
    async (address) => {
      const answer = await get(address, NAVIGATION);
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
      expect(answer.headers.get('Content-Type')).toMatch('text/html');
      expect(await answer.text()).toContain('<title>Flyerdeck</title>');
    },
  );

  test('an asset with a .br file is sent from it to clients that accept Brotli', async () => {
    const file = path.join(folder, 'dist/assets/start-1.js');
    await writeFile(file, 'start()');
    await writeFile(`${file}.br`, brotliCompressSync('start()'));
    const [brotli, plain] = [
      await get('/assets/start-1.js', { 'Accept-Encoding': 'gzip, br' }),
      await get('/assets/start-1.js', { 'Accept-Encoding': 'gzip' }),
    ];
    expect([brotli.headers.get('Content-Encoding'), plain.headers.get('Content-Encoding')]).toEqual(['br', null]);
    for (const answer of [brotli, plain]) {
      expect(answer.headers.get('Content-Type')).toMatch('javascript');
      expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
      expect(await answer.text()).toBe('start()');
    }
  });

  test('a missing file is answered with 404 instead of the app, also when a browser opens it as a page', async () => {
    for (const address of ['/assets/main-0000.js', '/missing.png', '/extension.zip']) {
      const answer = await get(address, { Accept: '*/*' });
      expect([address, answer.status, await answer.text()]).toEqual([address, 404, 'Not found.\n']);
    }
    expect((await get('/extension.zip', NAVIGATION)).status).toBe(404);
  });

  test.each([
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/.secret',
    '/%00',
    '/%zz',
    '//outside.txt',
  ])('files outside the folder and hidden files are not served: %s', async (rawPath) => {
    const { body } = await rawGet(rawPath);
    expect(body).not.toMatch(/outside|hidden/);
  });

  /** Serves a built page with other settings. Returns its settings and its ETag. */
  async function settingsIn(config: Parameters<typeof staticFiles>[0], backupMadeAt: string | null = null) {
    const root = await mkdtemp(path.join(folder, 'settings-'));
    const html = '<title>Flyerdeck</title><script id="settings" type="application/json">{}</script><p>after</p>';
    await writeFile(path.join(root, 'index.html'), html);
    const offeredBackup = async () => backupMadeAt;
    return serving([staticFiles(config, { root, offeredBackup })], async (baseUrl) => {
      const answer = await fetch(`${baseUrl}/auth`, { headers: NAVIGATION });
      const page = await answer.text();
      const etag = answer.headers.get('ETag') ?? '';
      const again = await rawGet('/auth', { 'If-None-Match': etag }, baseUrl);
      const [, json = '', after] =
        /<script id="settings" type="application\/json">(.*?)<\/script>(.*)$/.exec(page) ?? [];
      return { settings: JSON.parse(json), after, etag, again };
    });
  }

  test('index.html contains the settings of the running server', async () => {
    const demo = await settingsIn(DEMO);
    expect(demo.settings).toEqual({ mockAuth: true });
    const withBot = await settingsIn({ authMode: 'telegram', botUsername: 'some_bot' });
    expect(withBot.settings).toEqual({ mockAuth: false, botUsername: 'some_bot' });
    const oidc = {
      issuer: 'https://i.example',
      clientId: '1',
      clientSecret: 'secret',
      redirectUri: 'https://f.example',
    };
    const withOidc = await settingsIn({ authMode: 'telegram', botUsername: null, oidc });
    expect(withOidc.settings).toEqual({ mockAuth: false, hasOidc: true });
    const made = '2026-11-23T04:00:00.000Z';
    expect((await settingsIn(DEMO, made)).settings).toEqual({ mockAuth: true, backupMadeAt: made });
    // The browser keeps the page only as long as the settings are the same.
    expect([demo.again, withBot.again]).toEqual([
      { status: 304, body: '' },
      { status: 304, body: '' },
    ]);
    expect(demo.etag).not.toBe(withBot.etag);
  });

  test.each(['</script><script>alert(1)</script>', "$& $' $`", '"\\'])(
    'a setting with the text %s cannot change the page [S3.4-2]',
    async (botUsername) => {
      const { settings, after } = await settingsIn({ authMode: 'telegram', botUsername });
      expect([settings.botUsername, after]).toEqual([botUsername, '<p>after</p>']);
    },
  );
});
