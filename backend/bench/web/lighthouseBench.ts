import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Flags } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { atLeast, type Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { uploadFlyer } from '../uploadFlyer.ts';
import { type BenchProduct, withProduct } from '../withProduct.ts';
import { chromiumOptions } from './chromiumOptions.ts';

const RUNS = 5;
const ACCOUNTS = [
  { telegramId: '700000011', pages: 30 },
  { telegramId: '700000012', pages: 400 },
];
const METRICS = {
  'first-contentful-paint': 'first contentful paint',
  'largest-contentful-paint': 'largest contentful paint',
  'speed-index': 'speed index',
  'total-blocking-time': 'total blocking time',
} as const;
/** The demo's build signs in at once. Without this call the landing page is shown, as in production. */
const SIGN_IN = '*/api/auth/telegram';

interface Run {
  readonly performance: number;
  readonly accessibility: number;
  readonly layoutShift: number;
  /** Lighthouse's own measure of the machine: 1,500 to 2,000 on a desktop computer of 2020. */
  readonly benchmarkIndex: number;
  readonly ms: Readonly<Record<keyof typeof METRICS, number>>;
}

/** One run with the default settings: a mobile phone, slow 4G, and a processor slowed down by 4. */
async function runOnce(url: string, flags: Flags): Promise<Run> {
  const result = await lighthouse(url, { ...flags, onlyCategories: ['performance', 'accessibility'] });
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`);
  const { audits, categories, environment } = result.lhr;
  const score = (category: string) => {
    const given = categories[category]?.score;
    // Happens on a machine with too much other work.
    if (typeof given !== 'number') throw new Error(`Lighthouse could not measure ${category} of ${url}.`);
    return given;
  };
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const names = Object.keys(METRICS) as (keyof typeof METRICS)[];
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    layoutShift: value('cumulative-layout-shift'),
    benchmarkIndex: environment.benchmarkIndex,
    ms: Object.fromEntries(names.map((name) => [name, value(name)])) as Run['ms'],
  };
}

async function measure(page: string, url: string, flags: Flags): Promise<Figure[]> {
  const runs: Run[] = [];
  while (runs.length < RUNS) runs.push(await runOnce(url, flags));
  const figure = (what: string, read: (run: Run) => number, unit = '', bound: Figure['bound'] = null): Figure => ({
    what: `${page}: ${what}`,
    unit,
    samples: runs.map(read),
    reference: bound ? 'an absolute bound' : '-',
    bound,
  });
  return [
    figure('performance', (run) => run.performance, '', atLeast(0.9)),
    figure('accessibility', (run) => run.accessibility, '', atLeast(1)),
    ...Object.entries(METRICS).map(([name, what]) => figure(what, (run) => run.ms[name as keyof typeof METRICS], 'ms')),
    figure('cumulative layout shift', (run) => run.layoutShift),
    figure("benchmarkIndex, the machine's speed", (run) => run.benchmarkIndex),
  ];
}

/** Stores the account's session in the browser, and that its first steps are done. */
async function signIn(
  browser: BrowserContext,
  product: BenchProduct,
  { telegramId, pages }: (typeof ACCOUNTS)[number],
) {
  const person = await product.signIn(telegramId);
  const fileId = await uploadFlyer(product, person);
  const assistants = { assistants: 12, flyersEach: 3, waiting: 1, queued: 3, pagesEach: 5 };
  await fillAccount(product.pool, person.userId, fileId, { pages, ...assistants });
  const page = await browser.newPage();
  await page.route('**/api/auth/telegram', (route) => route.abort());
  await page.goto(`${product.baseUrl}/auth`);
  const stored = {
    session_token: person.sessionToken,
    telegram_id: telegramId,
    [`first_steps_over.${telegramId}`]: '1',
  };
  const script = `Object.entries(${JSON.stringify(stored)}).forEach(([key, value]) => localStorage.setItem(key, value))`;
  await page.evaluate(script);
  await page.close();
}

async function run(): Promise<Figure[]> {
  const profile = await mkdtemp(join(tmpdir(), 'flyerdeck-bench-profile-'));
  try {
    return await withProduct(async (product) => {
      const { args, ...options } = await chromiumOptions();
      const browser = await chromium.launchPersistentContext(profile, {
        ...options,
        args: [...args, '--remote-debugging-port=0'],
      });
      try {
        const port = Number.parseInt(await readFile(join(profile, 'DevToolsActivePort'), 'utf8'), 10);
        const figures = await measure('landing page', `${product.baseUrl}/auth`, {
          port,
          blockedUrlPatterns: [SIGN_IN],
        });
        for (const account of ACCOUNTS) {
          await signIn(browser, product, account);
          figures.push(...(await measure(`dashboard, ${account.pages} pages`, product.baseUrl, { port })));
        }
        return figures;
      } finally {
        await browser.close();
      }
    });
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

export const lighthouseBench = { title: "Lighthouse's mobile preset: slow 4G, processor slowed down by 4", run };
