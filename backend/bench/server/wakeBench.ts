import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { readTransactions } from '../drills/accounts.ts';
import { atLeast, atMost, type Bound, type Figure, percentile } from '../figure.ts';
import { type DevicePage, fillDevices, type Sizes } from '../fillDevices.ts';
import { Fleet } from '../fleet.ts';
import { Installation } from '../installation.ts';
import { sessionOf } from '../people.ts';
import { send } from '../send.ts';

const SIZES = { users: 20, pagesEach: 50, flyers: 1, credits: 1_000_000 };
const PAGES = SIZES.users * SIZES.pagesEach;
const MANY_PAGES: Sizes = { ...SIZES, users: 1, pagesEach: 5_000 };
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

/** Pages with one pending posting each. Posting is off. */
async function fill(pool: Pool, sizes: Sizes): Promise<DevicePage[]> {
  const pages = await fillDevices(pool, sizes);
  await pool.query('UPDATE users SET is_posting_active = false');
  await pool.query('VACUUM ANALYZE');
  return pages;
}

/** Starts posting for all owners over one process, as their clicks would. Returns the seconds to `submitting`, sorted. */
async function startAll(pool: Pool, baseUrl: string, pages: readonly DevicePage[], fleet: Fleet): Promise<number[]> {
  const owners = [...new Set(pages.map(({ ownerId }) => ownerId))];
  const sessions = await Promise.all(owners.map((ownerId) => sessionOf(pool, ownerId)));
  const startedAt = performance.now();
  await Promise.all(sessions.map((headers) => send(`${baseUrl}/api/queue/start`, { headers })));
  while (fleet.submittingAt.length < pages.length && performance.now() - startedAt < START_WITHIN_MS) await sleep(50);
  await fleet.stop();
  const missing = Array<number>(pages.length - fleet.submittingAt.length).fill(Number.POSITIVE_INFINITY);
  return [...fleet.submittingAt.map((at) => (at - startedAt) / 1_000), ...missing].sort((a, b) => a - b);
}

async function transactionsPerMinute(pool: Pool, minutes: number): Promise<number> {
  await sleep(STATISTICS_MS);
  const before = await readTransactions(pool);
  await sleep(minutes * 60_000);
  return ((await readTransactions(pool)) - before) / minutes;
}

async function run(): Promise<Figure[]> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const apis = [await installation.startProduct({ ROLE: 'api' }), await installation.startProduct({ ROLE: 'api' })];
    await installation.startWorker();
    const baseUrls = apis.map(({ baseUrl }) => baseUrl);
    const options = { baseUrls, pauseMs: POLL_EVERY_MS, pollAnywayMs: POLL_ANYWAY_MS, endsAtSubmitting: true };
    const start = async (isLive: boolean, idle: () => Promise<void>, sizes: Sizes = SIZES) => {
      const pages = await fill(pool, sizes);
      const fleet = new Fleet(pages, { ...options, isLive });
      while (isLive && fleet.connected < pages.length) await sleep(100);
      await sleep(isLive ? POLLS_AFTER_CONNECTING_MS : POLL_EVERY_MS);
      await idle();
      return startAll(pool, baseUrls[0] ?? '', pages, fleet);
    };
    const none = await transactionsPerMinute(pool, 1);
    const idleStatements = async (minutes: number) =>
      ((await transactionsPerMinute(pool, minutes)) - none) * (60 / PAGES);

    const notIdle = async () => undefined;
    // Servers that have just started run their JavaScript more slowly.
    await start(true, notIdle);
    const hinted: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) hinted.push(await start(true, notIdle));
    const hintedOwner: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) hintedOwner.push(await start(true, notIdle, MANY_PAGES));
    let idleLive = Number.NaN;
    const hintedAfterIdle = await start(true, async () => {
      idleLive = await idleStatements(IDLE_MINUTES);
    });
    let idlePolling = Number.NaN;
    const polled = await start(false, async () => {
      idlePolling = await idleStatements(POLLING_MINUTES);
    });

    const waitFigure = (what: string, share: number, waits: readonly number[][], bound: Bound): Figure => ({
      what: `Start Posting to submitting, ${what}`,
      unit: 's',
      samples: waits.map((seconds) => percentile(seconds, share)),
      reference: `${percentile(polled, share).toFixed(1)} s with polls, same run`,
      bound,
    });
    return [
      waitFigure('p50', 0.5, hinted, atMost(1)),
      waitFigure('p99', 0.99, hinted, atMost(3)),
      waitFigure('5,000 pages of one owner, p99', 0.99, hintedOwner, atMost(5)),
      waitFigure(`p99 after ${IDLE_MINUTES} idle minutes`, 0.99, [hintedAfterIdle], atMost(3)),
      {
        what: 'idle page: statements per hour',
        unit: '/h',
        samples: [idleLive],
        reference: `${idlePolling.toFixed(1)} with polls, same run`,
        bound: null,
      },
      {
        what: 'idle page: fewer statements than polling',
        unit: 'x',
        samples: [idlePolling / idleLive],
        reference: `${IDLE_MINUTES} minutes`,
        bound: atLeast(20),
      },
    ];
  });
}

export const wakeBench = { title: `${PAGES} connected pages of ${SIZES.users} owners, two api processes`, run };
