import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { EXTENSION_VERSION } from '@flyerdeck/contracts';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { preconfiguredZips } from './preconfiguredZips.ts';
import { serving } from './smallServer.testing.ts';

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
