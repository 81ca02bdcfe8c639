import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { BOT_TOKEN } from '../../src/accounts/auth/proofs.fixture.ts';
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
const WITHIN_MS = 180_000;
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

async function run(size: DrillSize): Promise<DrillOutcome> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const port = await freeLoopbackPort();
    const bot = { ROLE: 'all', BOT_TOKEN, TELEGRAM_API_ROOT: `http://127.0.0.1:${port}` };
    const product = await installation.startApi(bot);
    await prepareAccounts(pool);
    const pages = await fillDevices(pool, { users: 1, pagesEach: PAGES[size], flyers: 1, credits: 10_000 });
    const fleet = new Fleet(pages, { baseUrls: [product.baseUrl] });
    let killed = 0;
    const isDone = async () => {
      if (killed < KILLS[size] && (await readScreenshots(pool)).inWork > 0 && (await killBrowserOf(product.pid)))
        killed += 1;
      return (await endedPostings(pool)) === pages.length;
    };
    await msUntil(isDone, WITHIN_MS, 20);
    await fleet.stop();
    const { made } = await readScreenshots(pool);

    const { rows } = await pool.query<{ id: string }>('SELECT telegram_id AS id FROM users');
    const person = { id: Number(rows[0]?.id), first_name: 'Drill' };
    const { telegram, stop } = await startFakeBotApi({ token: BOT_TOKEN, port });
    telegram.meet(person);
    const received = () => telegram.messagesTo(person.id);
    const arrived = () => received().filter(({ kind }) => kind !== 'text').length;
    const deliveredMs = await msUntil(() => arrived() >= pages.length, WITHIN_MS);
    await sleep(DUPLICATE_WAIT_MS);
    const texts = received().filter(({ kind, mediaGroupId }) => kind === 'text' && mediaGroupId === null).length;
    await stop();
    return {
      results: [
        `Telegram unreachable while ${pages.length} postings ran; afterwards it got ${arrived()} screenshots and ${texts} text, within ${deliveredMs} ms`,
        `Chromium killed ${killed}x in the middle of a screenshot: ${made} of ${pages.length} screenshots made`,
      ],
      failures: [
        ...(killed < KILLS[size] ? [`Chromium was killed only ${killed} times`] : []),
        ...(made !== pages.length || arrived() !== pages.length ? ['screenshots are missing, or came twice'] : []),
        ...(texts !== 1 ? [`${texts} text messages instead of one`] : []),
        ...(product.hasEnded() ? ['the product ended by itself'] : []),
        ...(await brokenRules(pool)),
      ],
    };
  });
}

export const outageDrill: Drill = { title: 'Telegram and Chromium fail, then return', run };
