import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { until } from '../../../test/eventually.ts';
import { descendantsOf, processTable } from '../../../test/processTable.ts';
import { createScreenshotTaker, type ScreenshotTaker } from './screenshotTaker.ts';

const box = (height: number, color: string) => `<div style="height:${height}px;background:${color}"></div>`;

/** What the stand-in app shows for each posting, and a script that may call `mark`. */
const previews: Readonly<Record<string, readonly [html: string, script: string]>> = {
  plain: [box(600, 'rgb(10, 120, 200)'), `setTimeout(() => mark('true'), 50)`],
  other: [box(600, 'rgb(200, 20, 20)'), `mark('true')`],
  tall: [box(2_000, 'green'), `mark('true')`],
  endless: [box(50_000, 'green'), `mark('true')`],
  image: ['<img id="flyer" src="/flyer.png">', `flyer.decode().catch(() => mark('true'))`],
  error: ['<p role="alert">Error loading preview: gone</p>', `mark('error')`],
  'never-ready': ['Loading Post Preview...', ''],
  mistaken: [box(600, 'red'), `mark('true', 'another')`],
  changing: ['', `mark('true'); setTimeout(() => mark('true', 'another'))`],
  stateful: [
    '',
    `const visited = localStorage.visited ?? sessionStorage.visited;
    localStorage.visited = sessionStorage.visited = 'yes';
    if (visited) document.body.innerHTML = '<p role="alert">seen before</p>';
    mark(visited ? 'error' : 'true');`,
  ],
  settings: [
    '',
    `const seen = [innerWidth, innerHeight, devicePixelRatio, matchMedia('(prefers-color-scheme: light)').matches,
      matchMedia('(prefers-reduced-motion: reduce)').matches, new Date(0).getHours()].join();
    document.body.innerHTML = '<p role="alert">' + seen + '</p>';
    mark('error');`,
  ],
  // OTHER_HOST is another server on this machine.
  'private-network': [
    '<img src="http://169.254.169.254/latest/meta-data"><img src="https://OTHER_HOST/"><iframe src="http://OTHER_HOST/"></iframe>',
    `const images = [...document.images].map((image) => image.decode());
    Promise.allSettled([...images, fetch('http://OTHER_HOST/', { mode: 'no-cors' })]).then((all) => {
      const loaded = all.filter(({ status }) => status === 'fulfilled').length;
      if (loaded > 0) document.body.innerHTML = '<p role="alert">' + loaded + ' loaded</p>';
      mark(loaded > 0 ? 'error' : 'true');
    });`,
  ],
};
/** Changes the shown posting with the address, as the web app does. */
const STAND_IN = `<!doctype html><body style="margin: 0"><script>
  const previews = ${JSON.stringify(previews)};
  const showAddress = () => {
    const id = location.pathname.split('/')[2] ?? null;
    const { dataset } = document.body;
    delete dataset.pageReady;
    delete dataset.pagePostingId;
    const mark = (ready, name = id) => {
      if (name !== null) dataset.pagePostingId = name;
      dataset.pageReady = ready;
    };
    const [html, script] = previews[id] ?? ['', "mark('error')"];
    document.body.innerHTML = html;
    if (id !== null) fetch('/shown/' + id);
    new Function('mark', script)(mark);
  };
  addEventListener('popstate', showAddress);
  showAddress();
</script>`;

let app: Server;
let other: Server;
let baseUrl: string;
let dataDir: string;
/** Shared by the tests that do not change the browser. */
let taker: ScreenshotTaker;
let own: ScreenshotTaker | null = null;
/** The postings that were shown. */
let shown: string[];
/** The requested paths with the token of the preview that came with them. */
let tokens: Record<string, unknown>;
/** How often the stand-in app was loaded. */
let loads: number;
let askedOther: number;

type OwnOptions = Partial<Parameters<typeof createScreenshotTaker>[0]> & { chromiumPath?: string | null };
const newTaker = ({ chromiumPath = process.env.CHROMIUM_PATH ?? null, ...options }: OwnOptions = {}) =>
  createScreenshotTaker({
    config: { chromiumPath, dataDir },
    logger: pino({ level: 'silent' }),
    baseUrl,
    // For a machine that is many times busier.
    timeoutMs: 200_000,
    ...options,
  });
/** Creates a taker with a separate browser, which is closed after the test. */
const ownTaker = (options?: OwnOptions) => {
  own = newTaker(options);
  return own;
};
const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'flyerdeck-pictures-'));
  other = createServer((_, response) => {
    askedOther++;
    response.setHeader('Content-Type', 'text/html').end('<p>');
  });
  const otherHost = await listen(other);
  app = createServer(({ url = '', headers }, response) => {
    tokens[url] = headers['x-preview-token'];
    if (url.startsWith('/screenshot-view')) loads++;
    else if (url.startsWith('/shown/')) shown.push(url.replace('/shown/', ''));
    response.setHeader('Content-Type', 'text/html').end(STAND_IN.replaceAll('OTHER_HOST', otherHost));
  });
  baseUrl = `http://${await listen(app)}`;
  taker = newTaker();
});
beforeEach(() => {
  shown = [];
  tokens = {};
  loads = 0;
  askedOther = 0;
});
afterEach(async () => {
  await own?.close();
  own = null;
});
afterAll(async () => {
  await taker.close();
  for (const server of [app, other]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Chromium processes of this test run, recognised by arguments that only Playwright sets. */
async function browserPids(): Promise<number[]> {
  const table = await processTable();
  return table
    .filter(({ parent, command }) => parent === process.pid && command.includes('--remote-debugging-pipe'))
    .map(({ id }) => id);
}

/** The compression is lossy, so the colours differ slightly. */
async function expectColor(picture: Buffer, color: readonly number[], at = { left: 600, top: 300 }): Promise<void> {
  const pixel = await sharp(picture)
    .extract({ ...at, width: 1, height: 1 })
    .raw()
    .toBuffer();
  for (const [channel, value] of color.entries()) {
    expect(Math.abs((pixel[channel] ?? Number.NaN) - value)).toBeLessThanOrEqual(3);
  }
}

describe('a screenshot', () => {
  test('is a WebP of the window, taken when the page is ready', async () => {
    const picture = await taker.take('plain');
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 900 });
    await expectColor(picture, [10, 120, 200]);
  });

  test('is taken with fixed size, pixel density, light scheme, no motion and UTC', async () => {
    await expect(taker.take('settings')).rejects.toThrow('the preview says "1280,900,1,true,true,0"');
  });

  test('fails after its time limit when the page does not become ready, or is ready with another posting', async () => {
    const taker = ownTaker({ timeoutMs: 1_000 });
    for (const posting of ['never-ready', 'mistaken'])
      await expect(taker.take(posting)).rejects.toThrow('the preview was not ready within 1 s');
  });

  test('shares no browser state with the previous one [S14.2-2]', async () => {
    await taker.take('stateful');
    await taker.take('stateful');
  });

  test('does not load pictures from a private network [S1.3-2]', async () => {
    await taker.take('private-network');
    expect(askedOther).toBe(0);
  });

  test('sends the token of its preview with each request, also of images [S14.2-1]', async () => {
    await taker.take('image', undefined, 'token-1');
    await taker.take('plain', undefined, 'token-2');
    expect(tokens).toMatchObject({ '/flyer.png': 'token-1', '/shown/image': 'token-1', '/shown/plain': 'token-2' });
  });

  test('fails when the page changes to another posting while it is taken [S14.2-2]', async () => {
    await expect(taker.take('changing')).rejects.toThrow('the preview changed while the screenshot was taken');
  });

  test('shows the requested posting, although one page shows many; a new page is used after an error and after the maximum number of screenshots', async () => {
    const taker = ownTaker({ maxCaptures: 4 });
    await expectColor(await taker.take('plain'), [10, 120, 200]);
    await expectColor(await taker.take('other'), [200, 20, 20]);
    await expectColor(await taker.take('other'), [200, 20, 20]);
    await expectColor(await taker.take('plain'), [10, 120, 200]);
    expect(shown).toEqual(['plain', 'other', 'other', 'plain']);
    expect(loads).toBe(1);
    await taker.take('other');
    expect(loads).toBe(2);
    await expect(taker.take('error')).rejects.toThrow();
    await taker.take('other');
    expect(loads).toBe(3);
  });

  test('can be aborted at any stage and then ends at once', async () => {
    await taker.take('plain');
    // Before the context is created, while the page is opened and loaded, and while its readiness is awaited.
    for (let afterMs = 0; afterMs < 300; afterMs += 60) {
      const abort = new AbortController();
      const picture = taker.take('never-ready', abort.signal);
      const failure = expect(picture).rejects.toThrow('stopping');
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      abort.abort(new Error('stopping'));
      await failure;
    }
  });
});

test('when its page crashes or the browser is killed, a screenshot fails and the next one gets a new page or browser', async () => {
  const before = await browserPids();
  const taker = ownTaker();
  /** Returns how often the app was loaded before the kill. A slow machine may load it twice. */
  const failDuring = async (kill: (browser: number) => Promise<unknown>, sentence: string) => {
    await taker.take('plain');
    shown = [];
    const failure = expect(taker.take('never-ready')).rejects.toThrow(sentence);
    await until(() => shown.length > 0);
    const loaded = loads;
    const [browser = 0] = (await browserPids()).filter((pid) => !before.includes(pid));
    await kill(browser);
    await failure;
    expect(loads).toBe(loaded);
    return loaded;
  };
  const crashed = await failDuring(async (browser) => {
    for (const { id, command } of await descendantsOf(browser)) {
      if (command.includes('--type=renderer')) process.kill(id, 'SIGKILL');
    }
  }, 'the browser failed');
  const killed = await failDuring(
    async (browser) => process.kill(browser, 'SIGKILL'),
    'the browser stopped while it took the screenshot',
  );
  expect(killed).toBeGreaterThan(crashed);
  expect(await sharp(await taker.take('plain')).metadata()).toMatchObject({ width: 1280 });
});
