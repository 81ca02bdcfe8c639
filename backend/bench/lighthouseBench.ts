import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import compress from 'koa-compress';
import lighthouse from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { build } from 'vite';
import { findChromium } from '../src/postings/screenshots/chromiumPath.ts';
import { serving } from '../src/server/http/smallServer.testing.ts';
import { staticFiles } from '../src/server/http/staticFiles.ts';
import { atMost, type Bound, type Figure, medianOf } from './figure.ts';
import { fillAccount } from './fillAccount.ts';
import { newPerson } from './fillDevices.ts';
import { Installation } from './installation.ts';

const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 5);
/** The demo's build signs in at once. Without this call the landing page is shown, as in production. */
const SIGN_IN = '*/api/auth/telegram';
const ARGS = '--no-sandbox --disable-quic --no-first-run --disable-background-networking --remote-debugging-port=0';
const PERFORMANCE = 'performance';
/** From the compiled benches in backend/dist. */
const BARE_PAGE = join(import.meta.dirname, '../../../frontend/test/barePage');

const AUDITS = [
  'largest-contentful-paint',
  'total-blocking-time',
  'total-byte-weight',
  'cumulative-layout-shift',
] as const;
type Measured = Readonly<Record<(typeof AUDITS)[number] | typeof PERFORMANCE, number[]>>;

/** With the default settings: a mobile phone, slow 4G, and a processor slowed down by 4. */
async function measure(url: string, port: number): Promise<Measured> {
  const measured = Object.fromEntries([PERFORMANCE, ...AUDITS].map((kind) => [kind, [] as number[]])) as Measured;
  const blockedUrlPatterns = url.endsWith('/auth') ? [SIGN_IN] : [];
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(url, { port, onlyCategories: [PERFORMANCE], blockedUrlPatterns });
    if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`);
    const { audits, categories } = result.lhr;
    // A score is missing on a machine with too much other work.
    measured[PERFORMANCE].push(categories[PERFORMANCE]?.score ?? Number.NaN);
    for (const kind of AUDITS) measured[kind].push(audits[kind]?.numericValue ?? Number.NaN);
  }
  return measured;
}

function figuresOf(page: string, own: Measured, bare: Measured): Figure[] {
  const absolute = (kind: keyof Measured, unit: string, bound: Bound | null = null): Figure => ({
    what: `${page}: ${kind}`,
    unit,
    samples: own[kind],
    reference: `${medianOf(bare[kind]).toFixed(2)} of the bare page, same run`,
    bound,
  });
  const ratio = (kind: keyof Measured): Figure => ({
    ...absolute(kind, 'x', atMost(1.3)),
    what: `${page}: ${kind} by the bare page's`,
    samples: own[kind].map((value) => value / medianOf(bare[kind])),
  });
  return [
    absolute(PERFORMANCE, ''),
    absolute('largest-contentful-paint', 'ms'),
    ratio('largest-contentful-paint'),
    absolute('total-blocking-time', 'ms'),
    ratio('total-blocking-time'),
    absolute('total-byte-weight', 'bytes', atMost(300 * 1024)),
    absolute('cumulative-layout-shift', '', atMost(0.02)),
  ];
}

/** React and antd with tabs, an input, and a table of 50 rows with tags. Compressed as the product's files. */
async function withBarePage<T>(folder: string, work: (url: string) => Promise<T>): Promise<T> {
  const root = join(folder, 'bare-page');
  await build({ root: BARE_PAGE, logLevel: 'error', build: { outDir: root } });
  return serving([compress(), staticFiles({ authMode: 'telegram', botUsername: null }, { root })], work);
}

async function signIn(browser: BrowserContext, { pool }: Installation, baseUrl: string, pages: number): Promise<void> {
  const { userId, headers } = await newPerson(pool, { isAdmin: true });
  const assistants = { assistants: 12, flyersEach: 3, waiting: 1, queued: 3, pagesEach: 5 };
  await fillAccount(pool, userId, null, { pages, ...assistants });
  const page = await browser.newPage();
  await page.route('**/api/auth/telegram', (route) => route.abort());
  await page.goto(`${baseUrl}/auth`);
  const stored = {
    session_token: headers['X-Session-Token'],
    telegram_id: headers['X-Telegram-ID'],
    [`first_steps_over.${headers['X-Telegram-ID']}`]: '1',
  };
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
  await page.close();
}

async function run(): Promise<Figure[]> {
  return Installation.with(async (installation) => {
    const { baseUrl } = await installation.startProduct();
    const profile = join(installation.folder, 'browser');
    const chromiumPath = process.env.CHROMIUM_PATH ?? null;
    const { executablePath, env } = await findChromium({ chromiumPath, dataDir: installation.folder });
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>,
      args: ARGS.split(' '),
    });
    try {
      const port = Number.parseInt(await readFile(join(profile, 'DevToolsActivePort'), 'utf8'), 10);
      const bare = await withBarePage(installation.folder, (url) => measure(url, port));
      const figures = figuresOf('landing page', await measure(`${baseUrl}/auth`, port), bare);
      for (const pages of [30, 400]) {
        await signIn(browser, installation, baseUrl, pages);
        figures.push(...figuresOf(`dashboard, ${pages} pages`, await measure(baseUrl, port), bare));
      }
      return [...figures, ...figuresOf('admin postings', await measure(`${baseUrl}/admin/postings`, port), bare)];
    } finally {
      await browser.close();
    }
  });
}

export const lighthouseBench = { title: "Lighthouse's mobile preset: slow 4G, processor slowed down by 4", run };
