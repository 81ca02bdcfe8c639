import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { processTable } from '../../test/processTable.ts';
import { findChromium } from './chromiumPath.ts';
import { createScreenshotTaker, type ScreenshotTaker } from './screenshotTaker.ts';

jest.setTimeout(60_000);

const READY = `document.body.dataset.pageReady = 'true'`;
const box = (height: number, color: string) => `<div style="height:${height}px;background:${color}"></div>`;

/** The page that the test's server returns for each posting. */
const previews: Readonly<Record<string, string>> = {
  plain: `${box(600, 'rgb(10, 120, 200)')}<script>setTimeout(() => { ${READY} }, 50)</script>`,
  tall: `${box(2_000, 'green')}<script>${READY}</script>`,
  endless: `${box(50_000, 'green')}<script>${READY}</script>`,
  error: `<p role="alert">Error loading preview: gone</p><script>document.body.dataset.pageReady = 'error'</script>`,
  'never-ready': 'Loading Post Preview...',
  stateful: `<script>
    if (localStorage.visited) document.body.innerHTML = '<p role="alert">seen before</p>';
    document.body.dataset.pageReady = localStorage.visited ? 'error' : 'true';
    localStorage.visited = 'yes';
  </script>`,
  settings: `<script>
    const seen = [innerWidth, innerHeight, devicePixelRatio, matchMedia('(prefers-color-scheme: light)').matches,
      matchMedia('(prefers-reduced-motion: reduce)').matches, new Date(0).getHours()].join();
    document.body.innerHTML = '<p role="alert">' + seen + '</p>';
    document.body.dataset.pageReady = 'error';
  </script>`,
  'private-network': `<img id="avatar" src="http://169.254.169.254/latest/meta-data"><script>
    avatar.decode().catch(() => { ${READY} });
  </script>`,
};

let app: Server;
let baseUrl: string;
let dataDir: string;
/** Shared by the tests that do not change the browser. */
let taker: ScreenshotTaker;
let own: ScreenshotTaker | null = null;
let requestedPages: string[];

const newTaker = ({ timeoutMs = 15_000, chromiumPath = process.env.CHROMIUM_PATH ?? null } = {}) =>
  createScreenshotTaker({ config: { chromiumPath, dataDir }, logger: pino({ level: 'silent' }), baseUrl, timeoutMs });
/** Creates a taker with a separate browser, which is closed after the test. */
const ownTaker = (options?: Parameters<typeof newTaker>[0]) => {
  own = newTaker(options);
  return own;
};

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'flyerdeck-pictures-'));
  app = createServer((request, response) => {
    const name = request.url?.replace('/screenshot-view/', '') ?? '';
    requestedPages.push(name);
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><body>${previews[name] ?? ''}`);
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  taker = newTaker();
});
beforeEach(() => {
  requestedPages = [];
});
afterEach(async () => {
  await own?.close();
  own = null;
});
afterAll(async () => {
  await taker.close();
  app.closeAllConnections();
  await new Promise((resolve) => app.close(resolve));
  await rm(dataDir, { recursive: true, force: true });
});

/** Chromium processes of this test run, recognised by arguments that only Playwright sets. */
async function browserPids(): Promise<number[]> {
  const table = await processTable();
  return table
    .filter(({ parent, command }) => parent === process.pid && command.includes('--remote-debugging-pipe'))
    .map(({ id }) => id);
}

describe('a screenshot', () => {
  test('is a WebP of the window, taken when the page is ready', async () => {
    const picture = sharp(await taker.take('plain'));
    expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 1280, height: 900 });
    const { data } = await picture
      .extract({ left: 600, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The compression is lossy, so the colours differ slightly.
    for (const [channel, value] of [10, 120, 200].entries()) {
      expect(Math.abs((data[channel] ?? Number.NaN) - value)).toBeLessThanOrEqual(3);
    }
  });

  test('is as high as a long post, up to 4,000 px', async () => {
    expect((await sharp(await taker.take('tall')).metadata()).height).toBeGreaterThanOrEqual(2_000);
    expect((await sharp(await taker.take('endless')).metadata()).height).toBe(4_000);
  });

  test('is taken with fixed size, pixel density, light scheme, no motion and UTC', async () => {
    await expect(taker.take('settings')).rejects.toThrow('the preview says "1280,900,1,true,true,0"');
  });

  test('fails immediately with the error text of the page when the page reports an error', async () => {
    const startedAt = Date.now();
    await expect(taker.take('error')).rejects.toThrow('the preview says "Error loading preview: gone"');
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });

  test('fails after its time limit when the page does not become ready', async () => {
    await expect(ownTaker({ timeoutMs: 1_000 }).take('never-ready')).rejects.toThrow(
      'the preview was not ready within 1 s',
    );
  });

  test('shares no browser state with the previous one', async () => {
    await taker.take('stateful');
    await taker.take('stateful');
  });

  test('does not load pictures from a private network', async () => {
    const startedAt = Date.now();
    await taker.take('private-network');
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });

  test('can be aborted at any stage and then ends within 5 s', async () => {
    await taker.take('plain');
    // Before the context is created, while the page is opened and loaded, and while its readiness is awaited.
    for (let afterMs = 0; afterMs < 300; afterMs += 30) {
      const abort = new AbortController();
      const picture = taker.take('never-ready', abort.signal);
      const failure = expect(picture).rejects.toThrow('stopping');
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      const abortedAt = Date.now();
      abort.abort(new Error('stopping'));
      await failure;
      expect(Date.now() - abortedAt).toBeLessThan(5_000);
    }
  });
});

test('all screenshots share one browser, and close() ends it', async () => {
  const before = await browserPids();
  const taker = ownTaker();
  await Promise.all([taker.take('plain'), taker.take('plain')]);
  const ours = (await browserPids()).filter((pid) => !before.includes(pid));
  expect(ours).toHaveLength(1);
  await taker.close();
  expect(await browserPids()).toEqual(before);
  await expect(taker.take('plain')).rejects.toThrow('Chromium could not be started');
});

test('when the browser is killed during a screenshot, this screenshot fails and the next one gets a new browser', async () => {
  const before = await browserPids();
  const taker = ownTaker();
  const picture = taker.take('never-ready');
  const failure = expect(picture).rejects.toThrow('the browser stopped while it took the screenshot');
  // Wait until the page is requested, because a browser that is killed during its start causes another error.
  await waitForSome(async () => requestedPages.filter((name) => name === 'never-ready'));
  for (const pid of (await browserPids()).filter((pid) => !before.includes(pid))) process.kill(pid, 'SIGKILL');
  await failure;
  expect(await sharp(await taker.take('plain')).metadata()).toMatchObject({ width: 1280 });
});

test('a browser that does not respond is killed, and the next screenshot gets a new one', async () => {
  const taker = ownTaker({ timeoutMs: 2_000 });
  const before = await browserPids();
  await taker.take('plain');
  const [frozen] = (await browserPids()).filter((pid) => !before.includes(pid));
  process.kill(frozen as number, 'SIGSTOP');
  await expect(taker.take('plain')).rejects.toThrow('the browser no longer answered');
  expect(await browserPids()).not.toContain(frozen);
  await taker.take('plain');
});

test('a missing Chromium is reported with an error message', async () => {
  await expect(ownTaker({ chromiumPath: '/nowhere/chromium' }).take('plain')).rejects.toThrow(
    'Chromium could not be started',
  );
});

test('the embedded Chromium is used when the system has none', async () => {
  const embedded = await findChromium({ chromiumPath: null, dataDir }, []);
  expect(embedded.executablePath).toContain(dataDir);
  own = createScreenshotTaker({
    config: { chromiumPath: null, dataDir },
    logger: pino({ level: 'silent' }),
    baseUrl,
    systemChromiums: [],
  });
  expect(await sharp(await own.take('plain')).metadata()).toMatchObject({ width: 1280, height: 900 });
});

async function waitForSome<T>(look: () => Promise<T[]>): Promise<void> {
  while ((await look()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
}
