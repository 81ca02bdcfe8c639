import type { Assistant, PostingRules } from '@flyerdeck/contracts/types';
import type { Page } from '@playwright/test';
import { linkPage, makeAssistant } from './sampleAccount.ts';
import { expect, test } from './spec/personTest.ts';

const LIVE = /\/api\/live$/;
const NO_RULES: PostingRules = {
  target_pages: [],
  target_tags: [],
  start_delay_hours: 0,
  delay_between_tasks_hours: 0,
  duplication_time_hours: 0,
};

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

test('two tabs of one user: a change in one shows in the other within 1 s, and the first gets no hint of it', async ({
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

test('two tabs edit one assistant: no edit is lost, each shows the edits of the other, and an edit made offline is sent later', async ({
  page,
  person,
  context,
}) => {
  const assistant = await makeAssistant(person, { name: 'Morning', texts: ['Good morning'], rules: {}, hue: 90 });
  const address = `/?view=assistants&expandAssistant=${assistant._id}`;
  const other = await context.newPage();
  await openConnected(page, address);
  await openConnected(other, address);
  const startDelay = (tab: Page) => tab.getByLabel('Start delay (hours)');
  const saved = (tab: Page) => tab.getByText('Saved', { exact: true });
  await startDelay(page).fill('12');
  await expect(saved(page)).toBeVisible();
  await expect(startDelay(other)).toHaveValue('12');
  await startDelay(other).fill('11');
  await expect(saved(other)).toBeVisible();
  // The field of the first tab has the focus.
  await expect(startDelay(page)).toHaveValue('11');
  await Promise.all([startDelay(page).fill('13'), other.getByLabel('Delay between tasks (hours)').fill('4')]);
  await Promise.all([page, other].map((tab) => expect(saved(tab)).toBeVisible()));
  const rules = async () => (await person.call<Assistant[]>('GET', '/assistants'))[0]?.posting_rules;
  expect(await rules()).toMatchObject({ start_delay_hours: 13, delay_between_tasks_hours: 4 });

  await context.setOffline(true);
  await startDelay(page).fill('14');
  await expect(page.getByText('Failed to save settings')).toBeVisible();
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  await expect(startDelay(other)).toHaveValue('14');
  expect(await rules()).toMatchObject({ start_delay_hours: 14, delay_between_tasks_hours: 4 });
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

test('with the socket blocked the app works by its calls', async ({ page, person, product, context }) => {
  let attempts = 0;
  await context.routeWebSocket(LIVE, (socket) => {
    attempts += 1;
    void socket.close();
  });
  const { guid } = await linkPage(person, product.baseUrl, 'Mila Rose', null, []);
  const rules = { target_pages: [guid] };
  const { _id } = await makeAssistant(person, { name: 'Morning', texts: ['Good morning'], rules, hue: 90 });
  await page.goto('/?view=queue');
  await expect(page.getByText('No tasks in queue.')).toBeVisible();
  await expect.poll(() => attempts).toBeGreaterThan(0);
  // Shown by the poll of the queue.
  await person.call('POST', `/assistants/${_id}/add-to-queue`);
  await expect(page.getByText('1. Good morning')).toBeVisible();
  await page.getByRole('button', { name: 'Start Posting' }).click();
  await expect(page.getByText('Queue processing start requested.')).toBeVisible();
  await page.getByRole('tab', { name: 'Presets' }).click();
  await createPreset(page, 'Mornings');
  await expect(page.getByRole('article', { name: 'Mornings' })).toBeVisible();
});
