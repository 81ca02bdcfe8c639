import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { ExtensionFiles } from './extensionFiles.ts';

let folder = '';
const server = {
  extension: async () => ({ zip: zipSync({ 'manifest.json': strToU8('{}') }), etag: '"new"' }),
};
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'flyerdeck-extension-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the files of a version are never replaced, because browsers use them', async () => {
  const found = await new ExtensionFiles(folder, server).newest();
  const { ino } = await stat(found);
  const expectSame = async () => {
    expect(await new ExtensionFiles(folder, server).newest()).toBe(found);
    expect((await stat(found)).ino).toBe(ino);
  };
  // The server sends the same version again.
  await expectSame();
  // The runner was killed before it had written which version is the newest.
  await rm(path.join(folder, 'current'));
  await expectSame();
});
