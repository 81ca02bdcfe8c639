import pLimit from 'p-limit';
import { pino } from 'pino';
import type { Browser, CDPSession } from 'playwright-core';
import { findChromium } from '../../src/screenshots/chromiumPath.ts';
import { createScreenshotTaker } from '../../src/screenshots/screenshotTaker.ts';
import { createSharedBrowser } from '../../src/screenshots/sharedBrowser.ts';
import { atLeast, type Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { treeProcessorMs } from '../processorTime.ts';
import { uploadFlyer } from '../uploadFlyer.ts';
import { withProduct } from '../withProduct.ts';

const SCREENSHOTS = 40;
/** A new context each takes about ten times as long. */
const IN_NEW_CONTEXTS = 12;
const ROUNDS = 3;
const AT_THE_SAME_TIME = 2;
const VIEWPORT = { width: 1280, height: 900 };
const ACCOUNT = { pages: 5, assistants: 1, flyersEach: 1, waiting: 0, queued: 1, pagesEach: 5 };

interface Measured {
  readonly perSecond: number;
  /** Processor time of a screenshot: of this process, Chromium, the server and Postgres. */
  readonly processorMs: number;
}

/** Two screenshots are taken at the same time. */
async function measure(count: number, take: (number: number) => Promise<unknown>): Promise<Measured> {
  const processorBefore = treeProcessorMs(process.pid) ?? Number.NaN;
  const startedAt = performance.now();
  const limit = pLimit(AT_THE_SAME_TIME);
  await Promise.all(Array.from({ length: count }, (_, number) => limit(() => take(number))));
  return {
    perSecond: count / ((performance.now() - startedAt) / 1_000),
    processorMs: ((treeProcessorMs(process.pid) ?? Number.NaN) - processorBefore) / count,
  };
}

/** The screenshot of a preview as before decision 0028. */
async function takeInNewContext(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' });
  const { origin } = new URL(url);
  await context.route(
    ({ origin: other, protocol }) => other !== origin && protocol.startsWith('http'),
    (route) => route.abort(),
  );
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('body[data-page-ready="true"]').waitFor({ state: 'attached' });
  await page.screenshot({ type: 'webp', quality: 90, animations: 'disabled' });
  await context.close();
}

/** Pages that show a preview and do not change. */
async function openStillPages(browser: Browser, url: string): Promise<CDPSession[]> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' });
  const pages = Array.from({ length: AT_THE_SAME_TIME }, async () => {
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('body[data-page-ready="true"]').waitFor({ state: 'attached' });
    return context.newCDPSession(page);
  });
  return Promise.all(pages);
}

async function run(): Promise<Figure[]> {
  return withProduct(async (product) => {
    const person = await product.signIn('700000005');
    const fileId = await uploadFlyer(product, person);
    await fillAccount(product.pool, person.userId, fileId, ACCOUNT);
    const { rows } = await product.pool.query<{ id: string }>('SELECT id FROM page_postings');
    const postingOf = (number: number) => rows[number % rows.length]?.id ?? '';
    const urlOf = (number: number) => `${product.baseUrl}/screenshot-view/${postingOf(number)}`;

    const config = { chromiumPath: process.env.CHROMIUM_PATH ?? null, dataDir: '.data' };
    const logger = pino({ level: 'silent' });
    const taker = createScreenshotTaker({ config, logger, baseUrl: product.baseUrl });
    const shared = createSharedBrowser(logger, product.baseUrl, () => findChromium(config));
    try {
      const browser = await shared.get();
      const stillPages = await openStillPages(browser, urlOf(0));
      await measure(AT_THE_SAME_TIME, (number) => taker.take(postingOf(number)));
      const ours: Measured[] = [];
      const still: Measured[] = [];
      const inNewContexts: Measured[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await measure(SCREENSHOTS, (number) => taker.take(postingOf(number))));
        const takeStill = async (number: number) =>
          stillPages[number % AT_THE_SAME_TIME]?.send('Page.captureScreenshot', { format: 'webp', quality: 90 });
        still.push(await measure(SCREENSHOTS, takeStill));
        inNewContexts.push(await measure(IN_NEW_CONTEXTS, (number) => takeInNewContext(browser, urlOf(number))));
      }
      const series = [
        { of: 'previews', measured: ours },
        { of: 'a page that does not change', measured: still },
        { of: 'previews, a new context each', measured: inNewContexts },
      ];
      const plain = { reference: '-', bound: null };
      const ratios = (others: readonly Measured[], of: (ours: Measured, other?: Measured) => number) =>
        ours.map((one, round) => of(one, others[round]));
      const faster = (one: Measured, other?: Measured) => one.perSecond / (other?.perSecond ?? Number.NaN);
      const cheaper = (one: Measured, other?: Measured) => (other?.processorMs ?? Number.NaN) / one.processorMs;
      const [oldWay, stillPage] = ['the same previews, a new context each', 'the same preview, does not change'];
      return [
        ...series.map(({ of, measured }) => ({
          what: `screenshots of ${of}`,
          unit: '/s',
          samples: measured.map(({ perSecond }) => perSecond),
          ...plain,
        })),
        ...series.map(({ of, measured }) => ({
          what: `processor time, ${of}`,
          unit: 'ms',
          samples: measured.map(({ processorMs }) => processorMs),
          ...plain,
        })),
        { what: 'ratio', unit: '', samples: ratios(still, faster), reference: stillPage, bound: atLeast(0.5) },
        { what: 'ratio', unit: '', samples: ratios(inNewContexts, faster), reference: oldWay, bound: atLeast(4) },
        {
          what: 'ratio by processor time',
          unit: '',
          samples: ratios(still, cheaper),
          reference: stillPage,
          bound: atLeast(0.5),
        },
        {
          what: 'ratio by processor time',
          unit: '',
          samples: ratios(inNewContexts, cheaper),
          reference: oldWay,
          bound: atLeast(4),
        },
      ];
    } finally {
      await taker.close();
      await shared.close();
    }
  });
}

export const screenshotsBench = { title: 'screenshots of flyers with an image, two at a time', run };
