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

/** The preview that the stand-in app shows for each posting. */
const previews: Readonly<Record<string, string>> = {
  plain: `${box(600, 'rgb(10, 120, 200)')}<script>setTimeout(() => { ${READY} }, 50)</script>`,
  tall: `${box(2_000, 'green')}<script>${READY}</script>`,
  endless: `${box(50_000, 'green')}<script>${READY}</script>`,
  refused: `<p role="alert">Error loading preview: gone</p><script>document.body.dataset.pageReady = 'error'</script>`,
  forgotten: 'Loading Post Preview...',
  remembers: `<script>
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
  inward: `<img id="avatar" src="http://169.254.169.254/latest/meta-data"><script>
    avatar.decode().catch(() => { ${READY} });
  </script>`,
};

let app: Server;
let baseUrl: string;
let dataDir: string;
/** For the tests that do not change the browser. */
let taker: ScreenshotTaker;
let own: ScreenshotTaker | null = null;
let asked: string[];

const newTaker = ({ timeoutMs = 15_000, chromiumPath = process.env.CHROMIUM_PATH ?? null } = {}) =>
  createScreenshotTaker({ config: { chromiumPath, dataDir }, logger: pino({ level: 'silent' }), baseUrl, timeoutMs });
/** With its own browser, which ends with the test. */
const ownTaker = (options?: Parameters<typeof newTaker>[0]) => {
  own = newTaker(options);
  return own;
};

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'flyerdeck-pictures-'));
  app = createServer((request, response) => {
    const name = request.url?.replace('/screenshot-view/', '') ?? '';
    asked.push(name);
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><body>${previews[name] ?? ''}`);
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  taker = newTaker();
});
beforeEach(() => {
  asked = [];
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

describe('a picture', () => {
  test('is a WebP of the window once the page says it is ready', async () => {
    const picture = sharp(await taker.take('plain'));
    expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 1280, height: 900 });
    const { data } = await picture
      .extract({ left: 600, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Lossy, but not visibly.
    for (const [channel, value] of [10, 120, 200].entries()) {
      expect(Math.abs((data[channel] ?? Number.NaN) - value)).toBeLessThanOrEqual(3);
    }
  });

  test('grows with a long post, up to a limit', async () => {
    expect((await sharp(await taker.take('tall')).metadata()).height).toBeGreaterThanOrEqual(2_000);
    expect((await sharp(await taker.take('endless')).metadata()).height).toBe(4_000);
  });

  test('looks the same on every machine: size, density, light, no motion, UTC', async () => {
    await expect(taker.take('settings')).rejects.toThrow('the preview says "1280,900,1,true,true,0"');
  });

  test('fails fast with what the page says when the page says it never will be ready', async () => {
    const startedAt = Date.now();
    await expect(taker.take('refused')).rejects.toThrow('the preview says "Error loading preview: gone"');
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });

  test('fails after its time when the page says nothing', async () => {
    await expect(ownTaker({ timeoutMs: 1_000 }).take('forgotten')).rejects.toThrow(
      'the preview was not ready within 1 s',
    );
  });

  test('shares no state with the one before', async () => {
    await taker.take('remembers');
    await taker.take('remembers');
  });

  test('is never sent to addresses inside our network', async () => {
    const startedAt = Date.now();
    await taker.take('inward');
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });

  test('can be given up at any moment, and is over at once', async () => {
    await taker.take('plain');
    // Before its context is created, while its page is opened and loaded, and while it is awaited.
    for (let afterMs = 0; afterMs < 300; afterMs += 30) {
      const givenUp = new AbortController();
      const picture = taker.take('forgotten', givenUp.signal);
      const failure = expect(picture).rejects.toThrow('stopping');
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      const givenUpAt = Date.now();
      givenUp.abort(new Error('stopping'));
      await failure;
      expect(Date.now() - givenUpAt).toBeLessThan(5_000);
    }
  });
});

test('all pictures share one browser, and close ends it', async () => {
  const before = await browserPids();
  const taker = ownTaker();
  await Promise.all([taker.take('plain'), taker.take('plain')]);
  const ours = (await browserPids()).filter((pid) => !before.includes(pid));
  expect(ours).toHaveLength(1);
  await taker.close();
  expect(await browserPids()).toEqual(before);
  await expect(taker.take('plain')).rejects.toThrow('Chromium could not be started');
});

test('a browser killed in the middle of a picture fails that picture, and the next one gets a new browser', async () => {
  const before = await browserPids();
  const taker = ownTaker();
  const picture = taker.take('forgotten');
  const failure = expect(picture).rejects.toThrow('the browser stopped while it took the screenshot');
  // Not during its start, which is another failure.
  await untilSome(async () => asked.filter((name) => name === 'forgotten'));
  for (const pid of (await browserPids()).filter((pid) => !before.includes(pid))) process.kill(pid, 'SIGKILL');
  await failure;
  expect(await sharp(await taker.take('plain')).metadata()).toMatchObject({ width: 1280 });
});

test('a browser that no longer answers is killed, and the next picture gets a new one', async () => {
  const taker = ownTaker({ timeoutMs: 2_000 });
  const before = await browserPids();
  await taker.take('plain');
  const [frozen] = (await browserPids()).filter((pid) => !before.includes(pid));
  process.kill(frozen as number, 'SIGSTOP');
  await expect(taker.take('plain')).rejects.toThrow('the browser no longer answered');
  expect(await browserPids()).not.toContain(frozen);
  await taker.take('plain');
});

test('a missing Chromium is reported in words', async () => {
  await expect(ownTaker({ chromiumPath: '/nowhere/chromium' }).take('plain')).rejects.toThrow(
    'Chromium could not be started',
  );
});

test('the embedded Chromium takes screenshots where the system has none', async () => {
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

async function untilSome<T>(look: () => Promise<T[]>): Promise<void> {
  while ((await look()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
}
