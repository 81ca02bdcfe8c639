import type { Page } from '@playwright/test';
import { NO_RULES } from './sampleAccount.ts';
import { expect, test } from './spec/personTest.ts';

const LIVE = /\/api\/live$/;

/** Opens an address and waits until the tab has its live channel. Returns the hints that the tab receives. */
async function openConnected(page: Page, address: string): Promise<string[]> {
  const hints: string[] = [];
  const connected = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      if (!LIVE.test(socket.url())) return;
      socket.on('framereceived', ({ payload }) => {
        const { type } = JSON.parse(String(payload));
        if (type === 'ready') resolve();
        if (type === 'changed') hints.push(String(payload));
      });
    });
  });
  await page.goto(address);
  await connected;
  return hints;
}

async function createPreset(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Preset' }).click();
  await page.getByLabel('Preset name').fill(name);
  const saved = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Save Preset' }).click();
  await saved;
}

test('two tabs of one user: a change in one shows in the other, and the first gets no hint of it', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  const ownHints = await openConnected(page, '/?view=presets');
  await openConnected(other, '/?view=presets');
  for (const name of ['Mornings', 'Nights']) {
    await createPreset(page, name);
    await other.getByRole('article', { name }).waitFor();
  }
  expect(ownHints).toEqual([]);
});

test('a tab whose connection was lost shows what has changed in the meantime', async ({ page, person, context }) => {
  const sockets: { close(): Promise<void> }[] = [];
  await context.routeWebSocket(LIVE, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await openConnected(page, '/?view=presets');
  await expect(page.getByText('No presets found.')).toBeVisible();
  await sockets[0]?.close();
  await person.call('POST', '/presets', { name: 'Mornings', rules: NO_RULES });
  await expect(page.getByRole('article', { name: 'Mornings' })).toBeVisible();
  expect(sockets).toHaveLength(2);
});
