import type { FakePerson } from '../../../backend/test/fakeBotApi/fakeTelegram.ts';
import { Device } from '../device.ts';
import { flyerJpeg } from '../flyerImages.ts';
import { signedInitData } from '../initData.ts';
import { linkByMainButton } from '../linkForm.ts';
import { TelegramClient } from '../telegramClient.ts';
import { expect, test } from '../telegramProduct.ts';
import { serveBuiltFiles } from './builtFiles.ts';
import { foldInNode } from './foldInNode.ts';
import { downloadLog, positionOf, recordScreen, saveAsFixture } from './recordedLog.ts';
import { ReplayPanel } from './replayPanel.ts';

const PHONE = { width: 390, height: 844 };
test.use({ viewport: PHONE });

const MAJA: FakePerson = { id: 700_000_077, first_name: 'Maja', username: 'maja', language_code: 'en' };

test('a session inside Telegram replays outside of it, and its log cannot be used to sign in', async ({
  page,
  browser,
  product,
}) => {
  const device = await Device.requestLink(product.baseUrl, 'Luna Star');
  const initData = signedInitData(product.botToken, { id: MAJA.id, first_name: 'Maja', username: 'maja' });
  const telegram = await TelegramClient.mobile(page, product.baseUrl, { initData });
  await expect(page.getByRole('button', { name: /150 credits/ })).toBeVisible();

  // Linking loads the page again, so the actions until then are in the log that the tab has stored.
  await linkByMainButton(page, telegram, device);
  const signInLog = await page.evaluate(() => sessionStorage.getItem('action_log') ?? '');

  await product.botApi.telegram.sendAlbum(MAJA, [{ bytes: await flyerJpeg(), caption: 'Three free days with Luna' }]);
  const answered = () =>
    product.botApi.telegram
      .messagesTo(MAJA.id)
      .some(({ button, text }) => `${button?.url} ${text}`.includes('expandAssistant'));
  await expect.poll(answered, { timeout: 120_000 }).toBe(true);
  await page.getByRole('tab', { name: 'Assistants', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Flyers to post' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Luna Star', exact: true }).check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add to Queue' }).click();
  await page.getByRole('tab', { name: 'Queue', exact: true }).click();
  await page.getByRole('button', { name: 'Start Posting' }).click();
  await device.post();
  await expect(page.getByRole('tab', { name: /^Completed \(1\)$/ })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText('Queue processing start requested.')).toHaveCount(0);
  const queue = await recordScreen(page);
  await page.getByRole('tab', { name: /^Completed/ }).click();
  await expect(page.getByText('1. Three free days with Luna')).toBeVisible();

  const sessionToken = await page.evaluate(() => localStorage.getItem('session_token') ?? '');
  const log = await downloadLog(page);
  await saveAsFixture('mini-app-session', log);
  const proof = new URLSearchParams(initData);
  for (const secret of [
    sessionToken,
    initData,
    encodeURIComponent(initData),
    proof.get('hash') ?? '',
    device.linkingToken,
  ]) {
    expect(secret.length).toBeGreaterThan(20);
    for (const text of [signInLog, log.text]) expect(text).not.toContain(secret);
  }
  expect(signInLog).toContain('"endpointName":"signIn"');
  expect(signInLog).toContain('"endpointName":"verifyLinking"');

  const files = await serveBuiltFiles();
  const context = await browser.newContext();
  const panel = await ReplayPanel.open(await context.newPage(), files.url, PHONE.width);
  await panel.load(log.file, log.entries.length);
  expect(await panel.downloadState()).toBe(await foldInNode(log.file, log.entries.length));
  await panel.scrubTo(positionOf(log, queue));
  const shown = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  await expect.poll(async () => shown(await panel.readApp())).toEqual(shown(queue.text));
  await context.close();
  await files.stop();
});
