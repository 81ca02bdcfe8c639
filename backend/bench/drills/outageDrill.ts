import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { freeLoopbackPort } from '../../src/database/embedded/loopbackPort.ts';
import { startFakeBotApi } from '../../test/fakeBotApi/fakeBotApi.ts';
import { descendantsOf } from '../../test/processTable.ts';
import { fillDevices } from '../fillDevices.ts';
import { Fleet } from '../fleet.ts';
import { Installation } from '../installation.ts';
import { brokenRules, endedPostings, prepareAccounts } from './accounts.ts';
import { type Drill, type DrillOutcome, type DrillSize, msUntil } from './drill.ts';

const PAGES = { full: 12, short: 3 } as const;
const KILLS = { full: 3, short: 1 } as const;
const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK';
const WITHIN_MS = 180_000;
/** Time in which a duplicate message would arrive. */
const DUPLICATE_WAIT_MS = 1_500;

/** Kills the main process of the browser. Its child processes end with it. */
async function killBrowserOf(pid: number): Promise<boolean> {
  const chromiums = (await descendantsOf(pid)).filter(({ name }) => /chrom/.test(name));
  const browser = chromiums.find(({ parent }) => !chromiums.some(({ id }) => id === parent));
  if (browser) process.kill(browser.id, 'SIGKILL');
  return browser !== undefined;
}

async function readScreenshots(pool: Pool): Promise<{ made: number; inWork: number }> {
  const { rows } = await pool.query<{ made: number; inWork: number }>(
    `SELECT count(picture_file_id)::int AS made, count(*) FILTER (WHERE status = 'posted' AND s.tries > 0)::int AS "inWork"
     FROM page_postings p LEFT JOIN pending_screenshots s ON s.posting_id = p.id`,
  );
  return rows[0] ?? { made: 0, inWork: 0 };
}

/** Takes away external services: Telegram during the postings, Chromium while it takes a screenshot. */
async function run(size: DrillSize): Promise<DrillOutcome> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const botApiPort = await freeLoopbackPort();
    const bot = { ROLE: 'all', BOT_TOKEN, TELEGRAM_API_ROOT: `http://127.0.0.1:${botApiPort}` };
    const product = await installation.startApi(bot);
    await prepareAccounts(pool);
    const failures: string[] = [];

    const pages = await fillDevices(pool, { users: 1, pagesEach: PAGES[size], flyers: 1, credits: 10_000 });
    const fleet = new Fleet(pages, { baseUrls: [product.baseUrl] });
    let killed = 0;
    const isDone = async () => {
      if (killed < KILLS[size] && (await readScreenshots(pool)).inWork > 0) {
        if (await killBrowserOf(product.pid)) killed += 1;
      }
      return (await endedPostings(pool)) === pages.length;
    };
    await msUntil(isDone, WITHIN_MS, 20);
    await fleet.stop();
    const { made } = await readScreenshots(pool);
    if (killed < KILLS[size]) failures.push(`Chromium was killed only ${killed} times`);
    if (made !== pages.length) failures.push(`${pages.length - made} screenshots of ${pages.length}`);

    const { rows } = await pool.query<{ telegram_id: string }>('SELECT telegram_id FROM users WHERE id = $1', [
      pages[0]?.ownerId,
    ]);
    const person = { id: Number(rows[0]?.telegram_id), first_name: 'Drill' };
    const telegram = await startFakeBotApi({ token: BOT_TOKEN, port: botApiPort });
    telegram.telegram.meet(person);
    const received = () => telegram.telegram.messagesTo(person.id);
    const arrived = () => received().filter(({ kind }) => kind !== 'text').length;
    const deliveredMs = await msUntil(() => arrived() >= pages.length, WITHIN_MS);
    await sleep(DUPLICATE_WAIT_MS);
    if (arrived() !== pages.length) failures.push(`${arrived()} of ${pages.length} screenshots came through Telegram`);
    const texts = received().filter(({ kind, mediaGroupId }) => kind === 'text' && mediaGroupId === null).length;
    if (texts !== 1) failures.push(`${texts} text messages instead of one`);
    if (product.hasEnded()) failures.push('the product ended by itself');
    await telegram.stop();
    failures.push(...(await brokenRules(pool)));
    return {
      results: [
        `Telegram unreachable while ${pages.length} postings ran; afterwards it got ${arrived()} screenshots and the text once, within ${deliveredMs} ms`,
        `Chromium killed ${killed}x in the middle of a screenshot: ${made} of ${pages.length} screenshots made`,
      ],
      failures,
    };
  });
}

export const outageDrill: Drill = { title: 'Telegram and Chromium fail, then return', run };
