import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import Koa from 'koa';
import { serving } from './smallServer.testing.ts';
import { staticFiles } from './staticFiles.ts';

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
  await writeFile(path.join(root, 'assets', 'main-4f2a.js'), 'console.log(1)');
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

test('an asset with a hash in its name is cacheable for a year', async () => {
  const answer = await get('/assets/main-4f2a.js');
  expect(answer.headers.get('Content-Type')).toMatch('javascript');
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(await answer.text()).toBe('console.log(1)');
});

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

test.each(['/../outside.txt', '/..%2foutside.txt', '/%2e%2e/outside.txt', '/.secret', '/%00', '/%zz', '//outside.txt'])(
  'files outside the folder and hidden files are not served: %s',
  async (rawPath) => {
    const { body } = await rawGet(rawPath);
    expect(body).not.toMatch(/outside|hidden/);
  },
);

/** Serves a built page with other settings. Returns its settings and its ETag. */
async function settingsIn(config: Parameters<typeof staticFiles>[0]) {
  const root = await mkdtemp(path.join(folder, 'settings-'));
  const html = '<title>Flyerdeck</title><script id="settings" type="application/json">{}</script><p>after</p>';
  await writeFile(path.join(root, 'index.html'), html);
  return serving([staticFiles(config, { root })], async (baseUrl) => {
    const answer = await fetch(`${baseUrl}/auth`, { headers: NAVIGATION });
    const page = await answer.text();
    const etag = answer.headers.get('ETag') ?? '';
    const again = await rawGet('/auth', { 'If-None-Match': etag }, baseUrl);
    const [, json = '', after] = /<script id="settings" type="application\/json">(.*?)<\/script>(.*)$/.exec(page) ?? [];
    return { settings: JSON.parse(json), after, etag, again };
  });
}

test('index.html contains the settings of the running server', async () => {
  const demo = await settingsIn(DEMO);
  expect(demo.settings).toEqual({ mockAuth: true });
  const withBot = await settingsIn({ authMode: 'telegram', botUsername: 'some_bot' });
  expect(withBot.settings).toEqual({ mockAuth: false, botUsername: 'some_bot' });
  const oidc = { issuer: 'https://i.example', clientId: '1', clientSecret: 'secret', redirectUri: 'https://f.example' };
  const withOidc = await settingsIn({ authMode: 'telegram', botUsername: null, oidc });
  expect(withOidc.settings).toEqual({ mockAuth: false, hasOidc: true });
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
