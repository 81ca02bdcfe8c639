import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { serveBuiltFiles } from './builtFiles.ts';
import { FIXTURES } from './recordedLog.ts';
import { ReplayPanel } from './replayPanel.ts';

const fileOf = (name: string) => path.join(FIXTURES, `${name}.json`);
const read = async (name: string) => JSON.parse(await readFile(fileOf(name), 'utf8'));

let files: Awaited<ReturnType<typeof serveBuiltFiles>>;
test.beforeAll(async () => {
  files = await serveBuiltFiles();
});
test.afterAll(() => files.stop());

async function openLoaded(page: Page, name = 'main-job') {
  const panel = await ReplayPanel.open(page, files.url);
  const { length } = (await read(name)).entries;
  await panel.load(fileOf(name), length);
  return { panel, length };
}

// src/replay/fixtures.test.ts does the same in Node.
for (const name of ['main-job', 'admin-session', 'mini-app-session']) {
  test(`${name}: Chromium computes the recorded state`, async ({ page }) => {
    const { panel } = await openLoaded(page, name);
    const hash = createHash('sha256')
      .update(await panel.downloadState())
      .digest('hex');
    expect(hash).toBe((await read('stateHashes'))[name]);
  });
}

test('steps, jumps and plays by keyboard', async ({ page }) => {
  const { panel, length } = await openLoaded(page);
  await page.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(panel.position).toHaveValue(String(length - 1));
  await page.keyboard.press('Home');
  await expect(panel.position).toHaveValue('0');
  await page.keyboard.press('ArrowRight');
  await expect(panel.position).toHaveValue('1');
  await page.getByRole('radiogroup', { name: 'Speed' }).getByText('20x').click();
  await page.getByRole('button', { name: 'Play' }).press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(panel.position).toHaveValue(String(length));
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(panel.app).toContainText('Posting Fee');
});

test('clicks in the replayed app do not navigate and send no requests', async ({ page }) => {
  const { app } = (await openLoaded(page)).panel;
  await app.getByRole('tab', { name: 'Assistants' }).click();
  await app.getByRole('button', { name: 'Logout' }).click();
  await app.getByRole('link', { name: 'Download extension' }).click();
  await expect(app.getByRole('tab', { name: 'Credits' })).toHaveAttribute('aria-selected', 'true');
  expect(files.requestedPaths.filter((path) => /api|extension/.test(path))).toEqual([]);
  // The frame's Content-Security-Policy blocks requests too.
  const blockedCall = page.frames()[1]?.evaluate(() => fetch('/api/auth/me').then(() => 'answered', String));
  expect(await blockedCall).toContain('TypeError');
  expect(files.requestedPaths.filter((path) => path.includes('api'))).toEqual([]);
});
