import { doMainJob } from '../jobs/mainJob.ts';
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

let log: RecordedLog;
const screens: Record<string, RecordedScreen> = {};
let secrets: readonly string[];

test('a user does the main job with a retry and downloads the log', async ({ browser, product }) => {
  const person = await Person.signUp(product.baseUrl);
  const context = await person.openBrowser(browser);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  const devices = await doMainJob(page, product, async (name) => {
    screens[name] = await recordScreen(page);
  });
  log = await downloadLog(page);
  await saveAsFixture('main-job', log);
  secrets = [person.session.session_token, ...devices.map(({ linkingToken }) => linkingToken)];
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
