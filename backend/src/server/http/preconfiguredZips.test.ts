import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { EXTENSION_VERSION } from '@flyerdeck/contracts';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import Koa from 'koa';
import { preconfiguredZips } from './preconfiguredZips.ts';

const BUILT = {
  name: 'Flyerdeck',
  homepage_url: 'http://127.0.0.1:3000',
  host_permissions: ['http://127.0.0.1:3000/*', 'https://site.example/*'],
  externally_connectable: { matches: ['http://127.0.0.1:3000/*'] },
  content_scripts: [{ matches: ['https://site.example/*'], js: ['content.js'] }],
};
const SCRIPT = strToU8('export const answer = 42;');

let root: string;
let servers: Server[] = [];

async function serve(
  publicUrl: string | null,
  { folder = root, creatorSiteOrigin = null as string | null } = {},
): Promise<string> {
  const koa = new Koa();
  koa.use(preconfiguredZips({ publicUrl, creatorSiteOrigin }, { root: folder }));
  const server = koa.listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/extension.zip`;
}
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
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
  await rm(root, { recursive: true, force: true });
});

test('the manifest is preconfigured for PUBLIC_URL, and other files are unchanged', async () => {
  const { answer, files, manifest } = await download(await serve('https://flyers.example/deck'));
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

test('the manifest is preconfigured for the creator site of the settings', async () => {
  const creatorSiteOrigin = 'https://other.example';
  const { manifest } = await download(await serve('https://flyers.example', { creatorSiteOrigin }));
  expect(manifest.host_permissions).toEqual(['https://flyers.example/*', 'https://other.example/*']);
  expect(manifest.content_scripts).toEqual([{ matches: ['https://other.example/*'], js: ['content.js'] }]);
});

test('without PUBLIC_URL the manifest is preconfigured for the address of the request', async () => {
  const address = await serve(null);
  const { manifest } = await download(address);
  expect(manifest.homepage_url).toBe(new URL(address).origin);
});

test('two servers serve the same bytes, and a matching If-None-Match is answered with 304', async () => {
  const [one, other] = [await serve('https://flyers.example'), await serve('https://flyers.example')];
  const first = await download(one);
  expect((await download(other)).bytes).toEqual(first.bytes);
  const etag = first.answer.headers.get('ETag') as string;
  expect(first.answer.headers.get('Cache-Control')).toBe('no-cache');
  // Not with fetch, which would add "Cache-Control: no-cache".
  const [again] = (await once(get(one, { headers: { 'If-None-Match': etag } }), 'response')) as [IncomingMessage];
  expect([again.statusCode, await text(again)]).toEqual([304, '']);
});

test('a new build is served without a restart', async () => {
  const address = await serve('https://flyers.example');
  expect((await download(address)).manifest.name).toBe('Flyerdeck');
  await build({ ...BUILT, name: 'Flyerdeck 2' });
  const later = new Date(Date.now() + 5_000);
  await utimes(path.join(root, 'extension.zip'), later, later);
  expect((await download(address)).manifest.name).toBe('Flyerdeck 2');
});

test('without a built extension the next middleware answers', async () => {
  const empty = path.join(root, 'empty');
  await mkdir(empty);
  expect((await fetch(await serve('https://flyers.example', { folder: empty }))).status).toBe(404);
});
