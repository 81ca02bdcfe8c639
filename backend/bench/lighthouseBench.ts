import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../src/postings/screenshots/chromiumPath.ts';
import { atLeast, atMost, type Bound, type Figure } from './figure.ts';
import { fillAccount } from './fillAccount.ts';
import { newPerson } from './fillDevices.ts';
import { Installation } from './installation.ts';

const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 5);
/** The demo's build signs in at once. Without this call the landing page is shown, as in production. */
const SIGN_IN = '*/api/auth/telegram';
const ARGS = '--no-sandbox --disable-quic --no-first-run --disable-background-networking --remote-debugging-port=0';
const PERFORMANCE = 'performance';

/** With the default settings: a mobile phone, slow 4G, and a processor slowed down by 4. */
async function measure(page: string, url: string, port: number, performance = 0.9): Promise<Figure[]> {
  const kinds: Readonly<Record<string, { unit: string; bound: Bound | null; samples: number[] }>> = {
    [PERFORMANCE]: { unit: '', bound: atLeast(performance), samples: [] },
    accessibility: { unit: '', bound: atLeast(1), samples: [] },
    'cumulative-layout-shift': { unit: '', bound: atMost(0.05), samples: [] },
    'largest-contentful-paint': { unit: 'ms', bound: null, samples: [] },
    'total-byte-weight': { unit: 'bytes', bound: null, samples: [] },
    'network-requests': { unit: 'requests', bound: null, samples: [] },
  };
  const blockedUrlPatterns = url.endsWith('/auth') ? [SIGN_IN] : [];
  for (let run = 0; run < RUNS; run++) {
    const onlyCategories = [PERFORMANCE, 'accessibility'];
    const result = await lighthouse(url, { port, onlyCategories, blockedUrlPatterns });
    if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`);
    const { audits, categories } = result.lhr;
    for (const [kind, { samples }] of Object.entries(kinds)) {
      const { numericValue, details } = audits[kind] ?? {};
      const items = details?.type === 'table' ? details.items.length : Number.NaN;
      // A score is missing on a machine with too much other work.
      samples.push(categories[kind]?.score ?? numericValue ?? items);
    }
  }
  return Object.entries(kinds).map(([kind, { unit, bound, samples }]) => ({
    what: `${page}: ${kind}`,
    unit,
    samples,
    reference: bound ? 'an absolute bound' : '-',
    bound,
  }));
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
      const figures = await measure('landing page', `${baseUrl}/auth`, port);
      for (const pages of [30, 400]) {
        await signIn(browser, installation, baseUrl, pages);
        figures.push(...(await measure(`dashboard, ${pages} pages`, baseUrl, port)));
      }
      return [...figures, ...(await measure('admin postings', `${baseUrl}/admin/postings`, port, 0.7))];
    } finally {
      await browser.close();
    }
  });
}

export const lighthouseBench = { title: "Lighthouse's mobile preset: slow 4G, processor slowed down by 4", run };
