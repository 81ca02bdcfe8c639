import type { Page } from '@playwright/test';
import { Device } from '../device.ts';
import { flyerJpeg } from '../flyerImages.ts';
import { linkDescribed } from '../linkForm.ts';
import { expect, test } from '../product.ts';
import { Person } from '../spec/Person.ts';
import { type BuiltFiles, serveBuiltFiles } from './builtFiles.ts';
import {
  downloadLog,
  positionOf,
  type RecordedLog,
  type RecordedScreen,
  recordScreen,
  saveAsFixture,
} from './recordedLog.ts';
import { ReplayPanel } from './replayPanel.ts';

test.describe.configure({ mode: 'serial' });

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const queueTab = (page: Page, name: RegExp) => page.getByRole('tab', { name });

let log: RecordedLog;
const screens: Record<string, RecordedScreen> = {};
let secrets: readonly string[];

test('a user does the main job with a retry and downloads the log', async ({ browser, product }) => {
  const person = await Person.signUp(product.baseUrl);
  const [luna, mila, vera] = await Promise.all(
    ['Luna Star', 'Mila Rose', 'Vera Moon'].map((name) => Device.requestLink(product.baseUrl, name)),
  );
  if (!luna || !mila || !vera) throw new Error('No devices.');
  for (const { linkingToken } of [vera, mila]) await person.call('POST', '/verify_linking', { token: linkingToken });
  const context = await person.openBrowser(browser);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });

  await test.step("link the third page; the tab's stored log contains no token", async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
    await page.getByPlaceholder('Paste your linking token here').fill(luna.linkingToken);
    const reloaded = page.waitForEvent('load');
    await linkDescribed(page);
    await reloaded;
    await expect(page.getByText('Luna Star', { exact: true })).toBeVisible();
    const storedLog = await page.evaluate(() => sessionStorage.getItem('action_log'));
    expect(storedLog).toContain('verifyLinking');
    expect(storedLog).not.toContain(luna.linkingToken);
    expect(storedLog).not.toContain(person.session.session_token);
  });

  await test.step('tag a page', async () => {
    for (const device of [luna, mila, vera]) await device.poll();
    const tags = page.getByRole('textbox', { name: /Vera Moon/ });
    await tags.fill('promo');
    await tags.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove tag promo' })).toBeVisible();
    screens.pages = await recordScreen(page);
  });

  await test.step('create an assistant, upload a flyer, choose targets', async () => {
    await openTab(page, 'Assistants');
    await page.getByLabel('Name of the new assistant').fill('Summer promo');
    await page.getByRole('button', { name: 'New assistant' }).click();
    await page
      .getByLabel('Add flyers')
      .setInputFiles({ name: 'summer.jpg', mimeType: 'image/jpeg', buffer: await flyerJpeg() });
    const text = page.getByLabel('Text of flyer 1');
    await text.fill('Three free days with Luna');
    await text.blur();
    await page.getByRole('checkbox', { name: 'Luna Star' }).check();
    await page.getByRole('checkbox', { name: '#promo' }).check();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Add to Queue' }).click();
    await expect(page.getByText('2 postings added to the queue.')).toBeVisible();
  });

  await test.step('see the flyer in the queue, and start posting', async () => {
    await openTab(page, 'Queue');
    await expect(queueTab(page, /^Queue \(1\)$/)).toBeVisible();
    await expect(page.getByText('1. Three free days with Luna')).toBeVisible();
    screens.queue = await recordScreen(page);
    await page.getByRole('button', { name: 'Start Posting' }).click();
    await expect(page.getByText('Queue processing start requested.')).toBeVisible();
  });

  await test.step('one page posts, the other fails and is retried', async () => {
    await luna.post();
    await vera.fail('The site asked for a captcha.');
    await expect(queueTab(page, /^Failed \(1\)$/)).toBeVisible();
    await queueTab(page, /^Failed/).click();
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect(queueTab(page, /^Failed \(0\)$/)).toBeVisible();
    await vera.post();
    await expect(queueTab(page, /^Completed \(1\)$/)).toBeVisible();
    await queueTab(page, /^Completed/).click();
    await expect(page.getByText('1. Three free days with Luna')).toBeVisible();
  });

  await test.step('see the charges', async () => {
    await openTab(page, 'Credits');
    await expect(page.getByText('Posting Fee').first()).toBeVisible();
    screens.credits = await recordScreen(page);
  });

  log = await downloadLog(page);
  await saveAsFixture('main-job', log);
  secrets = [person.session.session_token, luna.linkingToken, mila.linkingToken, vera.linkingToken];
  await context.close();
});

test('the log contains no secrets', () => {
  expect(log.entries.length).toBeGreaterThan(100);
  for (const secret of secrets) expect(log.text).not.toContain(secret);
});

test.describe('without a server', () => {
  let files: BuiltFiles;
  test.beforeAll(async () => {
    files = await serveBuiltFiles();
  });
  test.afterAll(() => files.stop());

  test('another browser shows the recorded screens', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(String(error)));
    const externalUrls: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(files.url) && !/^(data|blob):/.test(request.url()))
        externalUrls.push(request.url());
    });
    page.on('websocket', (socket) => externalUrls.push(socket.url()));
    const panel = await ReplayPanel.open(page, files.url);
    await panel.load(log.file, log.entries.length);
    // Not in the recorded order, so that no position depends on the one shown before.
    for (const name of ['queue', 'credits', 'pages']) {
      const screen = screens[name];
      if (!screen) throw new Error(`There is no recorded screen ${name}.`);
      await panel.scrubTo(positionOf(log, screen));
      await expect.poll(() => panel.readApp(), { message: name }).toBe(screen.text);
    }
    expect(files.requestedPaths.filter((path) => path.startsWith('/api'))).toEqual([]);
    expect(externalUrls).toEqual([]);
    const stored = await page.evaluate(() => [localStorage.length, sessionStorage.length]);
    expect(stored).toEqual([0, 0]);
    expect(crashes).toEqual([]);
    await context.close();
  });
});
