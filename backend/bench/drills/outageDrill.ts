import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { startFakeBotApi } from '../../demo/fakeBotApi/fakeBotApi.ts';
import { freeLoopbackPort } from '../../src/database/embedded/loopbackPort.ts';
import { descendantsOf } from '../../test/processTable.ts';
import { brokenRules, prepareAccounts } from './accounts.ts';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';
import { type DrillPage, fillDrill } from './fillDrill.ts';
import { Fleet } from './fleet.ts';
import { Installation } from './installation.ts';
import { endedPostings } from './killDrill.ts';

const PAGES = { full: 12, short: 3 } as const;
const KILLS = { full: 3, short: 1 } as const;
const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK';
const WITHIN_MS = 180_000;
/** Time in which a duplicate message would arrive. */
const DUPLICATE_WAIT_MS = 1_500;

async function until(done: () => Promise<boolean> | boolean, everyMs = 50): Promise<boolean> {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(everyMs)) if (await done()) return true;
  return false;
}

/** Kills the main process of the browser. Its child processes end with it. */
async function killBrowserOf(pid: number): Promise<boolean> {
  const chromiums = (await descendantsOf(pid)).filter(({ name }) => /chrom/.test(name));
  const browser = chromiums.find(({ parent }) => !chromiums.some(({ id }) => id === parent));
  if (browser) process.kill(browser.id, 'SIGKILL');
  return browser !== undefined;
}

const screenshotsOf = async (pool: Pool, pages: readonly DrillPage[]) =>
  (
    await pool.query<{ made: number; given_up: number; in_work: number }>(
      `SELECT count(picture_file_id)::int AS made, count(screenshot_error)::int AS given_up,
         count(*) FILTER (WHERE status = 'posted' AND s.tries > 0)::int AS in_work
       FROM page_postings p LEFT JOIN pending_screenshots s ON s.posting_id = p.id WHERE page_guid = ANY ($1)`,
      [pages.map(({ guid }) => guid)],
    )
  ).rows[0] ?? { made: 0, given_up: 0, in_work: 0 };

/**
 * Takes away external services: Telegram during the first postings, Chromium while it takes a screenshot, then Chromium
 * for good.
 */
async function run(size: DrillSize): Promise<DrillOutcome> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const botApiPort = await freeLoopbackPort();
    const bot = { ROLE: 'all', BOT_TOKEN, TELEGRAM_API_ROOT: `http://127.0.0.1:${botApiPort}` };
    const product = await installation.startApi(bot);
    await prepareAccounts(pool);
    const sizes = { users: 1, pagesEach: PAGES[size], flyers: 1, credits: 10_000 };
    const failures: string[] = [];

    const pages = await fillDrill(pool, sizes);
    let fleet = new Fleet(pages, [product.baseUrl]);
    let killed = 0;
    await until(async () => {
      if (killed < KILLS[size] && (await screenshotsOf(pool, pages)).in_work > 0) {
        if (await killBrowserOf(product.pid)) killed += 1;
      }
      return (await endedPostings(pool)) === pages.length;
    }, 20);
    await fleet.stop();
    const screenshots = await screenshotsOf(pool, pages);
    if (killed < KILLS[size]) failures.push(`Chromium was killed only ${killed} times`);
    if (screenshots.made !== pages.length)
      failures.push(`${pages.length - screenshots.made} screenshots of ${pages.length}`);

    const { rows } = await pool.query<{ telegram_id: string }>('SELECT telegram_id FROM users WHERE id = $1', [
      pages[0]?.ownerId,
    ]);
    const person = { id: Number(rows[0]?.telegram_id), first_name: 'Drill' };
    const waitedSince = Date.now();
    const telegram = await startFakeBotApi({ token: BOT_TOKEN, port: botApiPort });
    telegram.telegram.meet(person);
    const received = () => telegram.telegram.messagesTo(person.id);
    const arrived = () => received().filter(({ kind }) => kind !== 'text').length;
    await until(() => arrived() >= pages.length);
    const deliveredMs = Date.now() - waitedSince;
    await sleep(DUPLICATE_WAIT_MS);
    if (arrived() !== pages.length) failures.push(`${arrived()} of ${pages.length} screenshots came through Telegram`);
    const texts = received().filter(({ kind, mediaGroupId }) => kind === 'text' && mediaGroupId === null).length;
    if (texts !== 1) failures.push(`${texts} text messages instead of one`);
    if (product.hasEnded()) failures.push('the product ended by itself');
    await product.stop();

    const withoutChromium = await installation.startApi({ ...bot, CHROMIUM_PATH: '/nowhere/chromium' });
    const laterPages = await fillDrill(pool, sizes);
    fleet = new Fleet(laterPages, [withoutChromium.baseUrl]);
    await until(async () => (await endedPostings(pool)) === pages.length + laterPages.length);
    await fleet.stop();
    const without = await screenshotsOf(pool, laterPages);
    if (without.given_up !== laterPages.length || without.made > 0) {
      failures.push(`${without.given_up} of ${laterPages.length} screenshots given up with a reason`);
    }
    await telegram.stop();
    failures.push(...(await brokenRules(pool)));
    return {
      results: [
        `Telegram unreachable while ${pages.length} postings ran; afterwards it got ${arrived()} screenshots and the text once, within ${deliveredMs} ms`,
        `Chromium killed ${killed}x in the middle of a screenshot: ${screenshots.made} of ${pages.length} screenshots made`,
        `no Chromium at all: ${without.given_up} of ${laterPages.length} postings completed without a screenshot, each with the reason`,
      ],
      failures,
    };
  });
}

export const outageDrill: Drill = { title: 'Telegram and Chromium fail, then return', run };
