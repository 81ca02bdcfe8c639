import pLimit from 'p-limit';
import { pino } from 'pino';
import type { Browser, CDPSession } from 'playwright-core';
import { findChromium } from '../src/screenshots/chromiumPath.ts';
import { createScreenshotTaker } from '../src/screenshots/screenshotTaker.ts';
import { createSharedBrowser } from '../src/screenshots/sharedBrowser.ts';
import { beside, type Rate, rateOf } from './beside.ts';
import { atLeast, type Figure } from './figure.ts';
import { fillAccount } from './fillAccount.ts';
import { Installation } from './installation.ts';
import { newPerson } from './people.ts';
import { createAssistant, noisyJpeg, uploadFlyers } from './uploadFlyers.ts';

const SCREENSHOTS = 40;
const ROUNDS = 3;
const AT_THE_SAME_TIME = 2;
const VIEWPORT = { width: 1280, height: 900 };
const ACCOUNT = { pages: 5, assistants: 1, flyersEach: 1, waiting: 0, queued: 1, pagesEach: 5 };

/** Two at the same time. The processor time is that of this process, Chromium, the server and Postgres. */
const screenshotRate = (take: (number: number) => Promise<unknown>): Promise<Rate> =>
  rateOf([process.pid], async () => {
    const startedAt = performance.now();
    const limit = pLimit(AT_THE_SAME_TIME);
    await Promise.all(Array.from({ length: SCREENSHOTS }, (_, number) => limit(() => take(number))));
    return { calls: SCREENSHOTS, seconds: (performance.now() - startedAt) / 1_000 };
  });

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
  return Installation.with(async (installation) => {
    const { pool, folder } = installation;
    const { baseUrl } = await installation.startProduct();
    const { userId, headers } = await newPerson(pool);
    const assistantId = await createAssistant(baseUrl, headers);
    const [task] = await uploadFlyers(baseUrl, headers, assistantId, [await noisyJpeg(1080, 1350)]);
    await fillAccount(pool, userId, task?.file_id ?? null, ACCOUNT);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM page_postings');
    const postingOf = (number: number) => rows[number % rows.length]?.id ?? '';

    const config = { chromiumPath: process.env.CHROMIUM_PATH ?? null, dataDir: folder };
    const logger = pino({ level: 'silent' });
    const taker = createScreenshotTaker({ config, logger, baseUrl });
    const shared = createSharedBrowser(logger, baseUrl, () => findChromium(config));
    try {
      const stillPages = await openStillPages(await shared.get(), `${baseUrl}/screenshot-view/${postingOf(0)}`);
      return await beside('screenshots of previews', {
        rounds: ROUNDS,
        warmUps: 1,
        ours: () => screenshotRate((number) => taker.take(postingOf(number))),
        reference: () =>
          screenshotRate(async (number) =>
            stillPages[number % AT_THE_SAME_TIME]?.send('Page.captureScreenshot', { format: 'webp', quality: 90 }),
          ),
        referenceName: 'a page that does not change',
        bound: atLeast(0.5),
      });
    } finally {
      await taker.close();
      await shared.close();
    }
  });
}

export const screenshotsBench = { title: 'screenshots of flyers with an image, two at a time', run };
