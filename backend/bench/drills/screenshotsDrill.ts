import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { Browser, CDPSession } from 'playwright-core';
import sharp from 'sharp';
import { findChromium } from '../../src/screenshots/chromiumPath.ts';
import { PreviewPage } from '../../src/screenshots/previewPage.ts';
import { createScreenshotTaker } from '../../src/screenshots/screenshotTaker.ts';
import { createSharedBrowser } from '../../src/screenshots/sharedBrowser.ts';
import { Installation } from '../installation.ts';
import { newPerson } from '../people.ts';
import { createAssistant, uploadFlyers } from '../uploadFlyers.ts';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';

const SCREENSHOTS = { full: 1_000, short: 60 } as const;
/** Each owner gets postings of one assistant. */
const OWNERS = 4;
const FILES_PER_UPLOAD = 20;
/** Screenshots of one page, the number after which it is replaced, for its memory. */
const OF_ONE_PAGE = { full: 200, short: 40 } as const;
const WARM_UP = 20;
const MAX_GROWTH_BYTES = 10_000_000;

type Color = readonly [number, number, number];

/** A thousand colours. Two of them differ by at least 24 in one channel. */
const colorOf = (number: number): Color => {
  const level = (digit: number) => 20 + 24 * (Math.floor(number / 10 ** digit) % 10);
  return [level(0), level(1), level(2)];
};
const LOSSY = 6;
const SAMPLE_EVERY_PX = 20;
/** A flyer has 192 samples. */
const FLYER = { width: 320, height: 240 };
const MIN_SAMPLES = 150;

async function flyerOf(number: number): Promise<Buffer> {
  const [r, g, b] = colorOf(number);
  return sharp({ create: { ...FLYER, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
}

async function showsFlyer(screenshot: Buffer, number: number): Promise<boolean> {
  const { data, info } = await sharp(screenshot).raw().toBuffer({ resolveWithObject: true });
  const color = colorOf(number);
  let samples = 0;
  for (let y = 0; y < info.height; y += SAMPLE_EVERY_PX) {
    for (let x = 0; x < info.width; x += SAMPLE_EVERY_PX) {
      const at = (y * info.width + x) * info.channels;
      if (color.every((value, channel) => Math.abs((data[at + channel] ?? Number.NaN) - value) <= LOSSY)) samples++;
    }
  }
  return samples >= MIN_SAMPLES;
}

interface FlyerPosting {
  readonly id: string;
  /** The number of its flyer's colour. */
  readonly number: number;
}

/** Postings of new owners, each with a flyer of its own colour. */
async function fillPostings(pool: Pool, baseUrl: string, count: number): Promise<FlyerPosting[]> {
  const perOwner = count / OWNERS;
  for (let owner = 0; owner < OWNERS; owner++) {
    const { headers } = await newPerson(pool);
    const assistantId = await createAssistant(baseUrl, headers);
    for (let done = 0; done < perOwner; done += FILES_PER_UPLOAD) {
      const files = Math.min(FILES_PER_UPLOAD, perOwner - done);
      const numbers = Array.from({ length: files }, (_, n) => owner * perOwner + done + n);
      await uploadFlyers(baseUrl, headers, assistantId, await Promise.all(numbers.map(flyerOf)), numbers.map(String));
    }
  }
  const { rows } = await pool.query<FlyerPosting>(`
    WITH new_pages AS (
      INSERT INTO pages (owner_id, creator_id, name, linked_at) SELECT id, 'drill', 'Drill', now() FROM users
      RETURNING owner_id, guid
    ),
    postings AS (
      INSERT INTO page_postings
        (owner_id, assistant_id, task_id, page_guid, status, queued_at, sequence_order, run_index, delay_hours, gap_hours)
      SELECT t.owner_id, t.assistant_id, t.id, p.guid, 'completed', now(), t.sequence_order, 0, t.sequence_order, 1
      FROM tasks t JOIN new_pages p USING (owner_id)
      RETURNING id, task_id
    )
    SELECT p.id, t.description::int AS number FROM postings p JOIN tasks t ON t.id = p.task_id ORDER BY p.id`);
  return rows;
}

async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

/** By how many bytes the heap of one page grows with these screenshots after the first ones. */
async function heapGrowth(browser: Browser, baseUrl: string, ids: readonly string[]): Promise<number> {
  const preview = new PreviewPage({ browser, baseUrl });
  for (const id of ids.slice(0, WARM_UP)) await preview.capture(id);
  const [page] = browser.contexts().flatMap((context) => context.pages());
  if (!page) throw new Error('The browser has no page.');
  const cdp = await page.context().newCDPSession(page);
  const before = await heapBytes(cdp);
  for (const id of ids.slice(WARM_UP)) await preview.capture(id);
  return (await heapBytes(cdp)) - before;
}

/**
 * Pages of the browser show the postings of several owners one after another. Each screenshot must show the flyer of its
 * posting, and the heap of a page must not grow.
 */
async function run(size: DrillSize): Promise<DrillOutcome> {
  return Installation.with(async (installation) => {
    const { baseUrl } = await installation.startApi();
    // The ids are random, so the owners are mixed.
    const postings = await fillPostings(installation.pool, baseUrl, SCREENSHOTS[size]);
    const failures: string[] = [];
    const config = { chromiumPath: process.env.CHROMIUM_PATH ?? null, dataDir: installation.folder };
    const logger = pino({ level: 'silent' });

    const taker = createScreenshotTaker({ config, logger, baseUrl });
    const limit = pLimit(2);
    const startedAt = performance.now();
    const takeAndLook = async ({ id, number }: FlyerPosting) => {
      const screenshot = await taker.take(id).catch((error: Error) => error);
      if (screenshot instanceof Error) failures.push(`screenshot ${number}: ${screenshot.message}`);
      else if (!(await showsFlyer(screenshot, number))) failures.push(`screenshot ${number} does not show its flyer`);
    };
    await Promise.all(postings.map((posting) => limit(takeAndLook, posting))).finally(taker.close);
    const seconds = (performance.now() - startedAt) / 1_000;

    const shared = createSharedBrowser(logger, baseUrl, () => findChromium(config));
    const browser = await shared.get();
    const ids = postings.slice(0, OF_ONE_PAGE[size]).map(({ id }) => id);
    const growth = await heapGrowth(browser, baseUrl, ids).finally(shared.close);
    if (growth > MAX_GROWTH_BYTES) failures.push(`the heap grew by ${growth} bytes`);
    return {
      results: [
        `${postings.length} screenshots of ${OWNERS} owners, two at a time: ${(postings.length / seconds).toFixed(1)}/s`,
        `${ids.length} screenshots of one page: its heap grew by ${Math.round(growth / 1_000)} kB after the first ${WARM_UP}`,
      ],
      failures,
    };
  });
}

export const screenshotsDrill: Drill = { title: 'screenshots of mixed postings', run };
