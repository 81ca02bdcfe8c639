import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { serveBuiltFiles } from './builtFiles.ts';
import { foldInNode } from './foldInNode.ts';
import { ReplayPanel } from './replayPanel.ts';

const FIXTURES = path.join(import.meta.dirname, '../../src/replay/fixtures');
const read = async (name: string) => JSON.parse(await readFile(path.join(FIXTURES, `${name}.json`), 'utf8'));

for (const name of ['main-job', 'admin-session', 'mini-app-session']) {
  test(`${name}: Chromium and Node compute the recorded state`, async ({ page }) => {
    const file = path.join(FIXTURES, `${name}.json`);
    const { length } = (await read(name)).entries;
    const files = await serveBuiltFiles();
    const panel = await ReplayPanel.open(page, files.url);
    await panel.load(file, length);
    const state = await panel.downloadState();
    expect(state).toBe(await foldInNode(file, length));
    const hash = createHash('sha256').update(state).digest('hex');
    expect(hash).toBe((await read('stateHashes'))[name]);
    await files.stop();
  });
}
