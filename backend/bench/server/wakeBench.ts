import { setTimeout as sleep } from 'node:timers/promises';
import { readTransactions } from '../drills/accounts.ts';
import { atLeast, atMost, type Bound, type Figure, percentile } from '../figure.ts';
import { type DevicePage, fillDevices, sessionOf } from '../fillDevices.ts';
import { Fleet } from '../fleet.ts';
import { Installation } from '../installation.ts';
import { send } from '../send.ts';

const SIZES = { users: 20, pagesEach: 50, flyers: 1, credits: 1_000_000 };
const PAGES = SIZES.users * SIZES.pagesEach;
const IDLE_MINUTES = Number(process.env.WAKE_IDLE_MINUTES ?? 10);
/** The polling devices need less time for the same precision: each polls every 30 s. */
const POLLING_MINUTES = Math.min(IDLE_MINUTES, 3);
const ROUNDS = 3;
/** As in the extension (pollOnce.ts). */
const POLL_EVERY_MS = 30_000;
const POLL_ANYWAY_MS = 15 * 60_000;
const POLLS_AFTER_CONNECTING_MS = 5_000;
const START_WITHIN_MS = 120_000;
/** Postgres adds up the statistics of idle connections after 10 s. */
const STATISTICS_MS = 15_000;

async function run(): Promise<Figure[]> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const apis = [await installation.startProduct({ ROLE: 'api' }), await installation.startProduct({ ROLE: 'api' })];
    await installation.startWorker();
    const baseUrls = apis.map(({ baseUrl }) => baseUrl);

    /** Starts posting for all owners over one process, as their clicks would. Returns the seconds to `submitting`, sorted. */
    const startAll = async (pages: readonly DevicePage[], fleet: Fleet): Promise<number[]> => {
      const owners = [...new Set(pages.map(({ ownerId }) => ownerId))];
      const sessions = await Promise.all(owners.map((ownerId) => sessionOf(pool, ownerId)));
      const startedAt = performance.now();
      await Promise.all(sessions.map((headers) => send(`${baseUrls[0]}/api/queue/start`, { headers })));
      const { submittingAt } = fleet;
      while (submittingAt.length < PAGES && performance.now() - startedAt < START_WITHIN_MS) await sleep(50);
      await fleet.stop();
      const missing = Array<number>(PAGES - submittingAt.length).fill(Number.POSITIVE_INFINITY);
      return [...submittingAt.map((at) => (at - startedAt) / 1_000), ...missing].sort((a, b) => a - b);
    };
    const transactionsPerMinute = async (minutes: number): Promise<number> => {
      await sleep(STATISTICS_MS);
      const before = await readTransactions(pool);
      await sleep(minutes * 60_000);
      return ((await readTransactions(pool)) - before) / minutes;
    };
    /** Each page has one pending posting. Posting is off until all devices wait, and `idleMinutes` more. */
    const measure = async (isLive: boolean, idleMinutes = 0) => {
      const pages = await fillDevices(pool, SIZES);
      await pool.query('UPDATE users SET is_posting_active = false');
      await pool.query('VACUUM ANALYZE');
      const options = { baseUrls, pauseMs: POLL_EVERY_MS, pollAnywayMs: POLL_ANYWAY_MS, endsAtSubmitting: true };
      const fleet = new Fleet(pages, { ...options, isLive });
      while (isLive && fleet.connected < PAGES) await sleep(100);
      await sleep(isLive ? POLLS_AFTER_CONNECTING_MS : POLL_EVERY_MS);
      const statements = idleMinutes > 0 ? await transactionsPerMinute(idleMinutes) : 0;
      return { seconds: await startAll(pages, fleet), statements };
    };

    const none = await transactionsPerMinute(1);
    // Servers that have just started run their JavaScript more slowly.
    const first = percentile((await measure(true)).seconds, 0.5);
    const hinted: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) hinted.push((await measure(true)).seconds);
    const idle = await measure(true, IDLE_MINUTES);
    const polled = await measure(false, POLLING_MINUTES);
    const perHour = ({ statements }: { statements: number }) => (statements - none) * (60 / PAGES);

    const waitFigure = (what: string, share: number, waits: readonly number[][], bound: Bound): Figure => ({
      what: `Start Posting to submitting, ${what}`,
      unit: 's',
      samples: waits.map((seconds) => percentile(seconds, share)),
      reference: `${percentile(polled.seconds, share).toFixed(1)} s with polls, same run`,
      bound,
    });
    return [
      waitFigure('p50', 0.5, hinted, atMost(1)),
      waitFigure('p99', 0.99, hinted, atMost(3)),
      {
        what: 'first wave after a start, p50',
        unit: 'x',
        samples: hinted.map((seconds) => first / percentile(seconds, 0.5)),
        reference: 'the later waves, same run',
        bound: atMost(1.5),
      },
      waitFigure(`p99 after ${IDLE_MINUTES} idle minutes`, 0.99, [idle.seconds], atMost(3)),
      {
        what: 'idle page: fewer statements than polling',
        unit: 'x',
        samples: [perHour(polled) / perHour(idle)],
        reference: `${perHour(idle).toFixed(1)} and ${perHour(polled).toFixed(1)} per page and hour`,
        bound: atLeast(20),
      },
    ];
  });
}

export const wakeBench = { title: `${PAGES} connected pages of ${SIZES.users} owners, two api processes`, run };
