import { doMainJob } from '../jobs/mainJob.ts';
import { expect, test } from '../spec/personTest.ts';
import { serveBuiltFiles } from './builtFiles.ts';
import { downloadLog, type RecordedScreen, recordScreen, saveAsFixture } from './recordedLog.ts';
import { ReplayPanel } from './replayPanel.ts';

test('a user does the main job with a retry and downloads the log, which has no secret; another browser shows the recorded screens without a server', async ({
  page: user,
  person,
  browser,
  product,
}) => {
  const screens: Record<string, RecordedScreen> = {};
  const devices = await doMainJob(user, product, async (name) => {
    screens[name] = await recordScreen(user);
  });
  const log = await downloadLog(user);
  await saveAsFixture('main-job', log);
  expect(log.entries.length).toBeGreaterThan(100);
  for (const secret of [person.session.session_token, ...devices.map(({ linkingToken }) => linkingToken)])
    expect(log.text).not.toContain(secret);

  const files = await serveBuiltFiles();
  const other = await browser.newContext();
  const page = await other.newPage();
  const crashes: string[] = [];
  page.on('pageerror', (error) => crashes.push(String(error)));
  const externalUrls: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(files.url) && !/^(data|blob):/.test(request.url())) externalUrls.push(request.url());
  });
  page.on('websocket', (socket) => externalUrls.push(socket.url()));
  const panel = await ReplayPanel.open(page, files.url);
  await panel.load(log.file, log.entries.length);
  // Not in the recorded order, so that no position depends on the one shown before.
  for (const name of ['queue', 'credits', 'pages']) {
    const { text, at } = screens[name] as RecordedScreen;
    await panel.scrubTo(log.entries.filter((entry) => entry.at <= at).length);
    await expect.poll(() => panel.app.innerText(), { message: name }).toBe(text);
  }
  expect(files.requestedPaths.filter((path) => path.startsWith('/api'))).toEqual([]);
  expect(externalUrls).toEqual([]);
  const stored = await page.evaluate(() => [localStorage.length, sessionStorage.length]);
  expect(stored).toEqual([0, 0]);
  expect(crashes).toEqual([]);
  await other.close();
  await files.stop();
});
