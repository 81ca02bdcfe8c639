import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import lighthouse, { type Flags } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../src/screenshots/chromiumPath.ts';
import { atLeast, atMost, type Figure } from './figure.ts';
import { fillAccount } from './fillAccount.ts';
import { Installation } from './installation.ts';
import { newPerson } from './people.ts';
import { createAssistant, noisyJpeg, uploadFlyers } from './uploadFlyers.ts';

const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 5);
const PAGES = [30, 400];
/** The demo's build signs in at once. Without this call the landing page is shown, as in production. */
const SIGN_IN = '*/api/auth/telegram';

/** With the default settings: a mobile phone, slow 4G, and a processor slowed down by 4. */
async function measure(page: string, url: string, flags: Flags, performance = 0.9): Promise<Figure[]> {
  const samples = {
    performance: [] as number[],
    accessibility: [] as number[],
    largestPaint: [] as number[],
    shift: [] as number[],
  };
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(url, { ...flags, onlyCategories: ['performance', 'accessibility'] });
    if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`);
    const { audits, categories } = result.lhr;
    // A score is missing on a machine with too much other work.
    samples.performance.push(categories.performance?.score ?? Number.NaN);
    samples.accessibility.push(categories.accessibility?.score ?? Number.NaN);
    samples.largestPaint.push((audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1_000);
    samples.shift.push(audits['cumulative-layout-shift']?.numericValue ?? Number.NaN);
  }
  const bounded = { unit: '', reference: 'an absolute bound' };
  return [
    { what: `${page}: performance`, samples: samples.performance, ...bounded, bound: atLeast(performance) },
    { what: `${page}: layout shift`, samples: samples.shift, ...bounded, bound: atMost(0.05) },
    { what: `${page}: accessibility`, samples: samples.accessibility, ...bounded, bound: atLeast(1) },
    { what: `${page}: largest paint`, unit: 's', samples: samples.largestPaint, reference: '-', bound: null },
  ];
}

/** Creates the account of an admin with so many pages, and stores its session in the browser, and that its first steps are done. */
async function signIn(browser: BrowserContext, { pool }: Installation, baseUrl: string, pages: number): Promise<void> {
  const { userId, headers } = await newPerson(pool, { isAdmin: true });
  const assistantId = await createAssistant(baseUrl, headers);
  const [task] = await uploadFlyers(baseUrl, headers, assistantId, [await noisyJpeg(1080, 1350)]);
  const assistants = { assistants: 12, flyersEach: 3, waiting: 1, queued: 3, pagesEach: 5 };
  await fillAccount(pool, userId, task?.file_id ?? null, { pages, ...assistants });
  const page = await browser.newPage();
  await page.route('**/api/auth/telegram', (route) => route.abort());
  await page.goto(`${baseUrl}/auth`);
  const stored = {
    session_token: headers['X-Session-Token'],
    telegram_id: headers['X-Telegram-ID'],
    [`first_steps_over.${headers['X-Telegram-ID']}`]: '1',
  };
  const script = `Object.entries(${JSON.stringify(stored)}).forEach(([key, value]) => localStorage.setItem(key, value))`;
  await page.evaluate(script);
  await page.close();
}

async function run(): Promise<Figure[]> {
  return Installation.with(async (installation) => {
    const { baseUrl } = await installation.startProduct();
    const profile = join(installation.folder, 'browser');
    const { executablePath, env } = await findChromium({
      chromiumPath: process.env.CHROMIUM_PATH ?? null,
      dataDir: installation.folder,
    });
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--remote-debugging-port=0',
      ],
    });
    try {
      const port = Number.parseInt(await readFile(join(profile, 'DevToolsActivePort'), 'utf8'), 10);
      const figures = await measure('landing page', `${baseUrl}/auth`, { port, blockedUrlPatterns: [SIGN_IN] });
      for (const pages of PAGES) {
        await signIn(browser, installation, baseUrl, pages);
        figures.push(...(await measure(`dashboard, ${pages} pages`, baseUrl, { port })));
      }
      figures.push(...(await measure('admin postings', `${baseUrl}/admin/postings`, { port }, 0.7)));
      return figures;
    } finally {
      await browser.close();
    }
  });
}

export const lighthouseBench = { title: "Lighthouse's mobile preset: slow 4G, processor slowed down by 4", run };
