import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { ExtensionFiles } from './extensionFiles.ts';

test('browsers that start at the same time share the download of a new extension', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'flyerdeck-extension-'));
  let downloads = 0;
  const files = new ExtensionFiles(folder, {
    extension: async () => {
      downloads += 1;
      return { zip: zipSync({ 'manifest.json': strToU8('{}') }), etag: '"new"' };
    },
  });
  try {
    const found = await Promise.all([files.newest(), files.newest(), files.newest()]);
    for (const one of found) expect(await readFile(path.join(one, 'manifest.json'), 'utf8')).toBe('{}');
    expect(downloads).toBe(1);
    expect(await files.newest()).toBe(found[0]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
