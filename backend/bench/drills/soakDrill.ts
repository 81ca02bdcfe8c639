import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fillDevices } from '../fillDevices.ts';
import { Fleet } from '../fleet.ts';
import { callSteadily, planCalls, userListCalls } from '../heavyCalls.ts';
import { Installation } from '../installation.ts';
import { residentMb } from '../processorTime.ts';
import { endSomeWindow, fleetFailures, prepareAccounts } from './accounts.ts';
import { type Drill, type DrillOutcome, type DrillSize, msUntil } from './drill.ts';
import { deleteAndUnlink, fillNoisyOwner } from './noisyOwner.ts';

/** Of the full drill. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const SIZES = {
  full: {
    others: { users: 30, pagesEach: 10, flyers: 8 * MINUTES, credits: 1_000_000 },
    noisy: { pages: 1_000, flyers: 50, assistants: MINUTES, history: 28 },
    planned: { pages: 300, queued: 20 },
    listedUsers: 20_000,
    quietSeconds: 12 * MINUTES,
    noisySeconds: 48 * MINUTES,
    everyMs: 60_000,
    pauseMs: 6_000,
    heavyEveryMs: 2_000,
  },
  short: {
    others: { users: 4, pagesEach: 5, flyers: 10, credits: 10_000 },
    noisy: { pages: 100, flyers: 10, assistants: 3, history: 2 },
    planned: { pages: 50, queued: 2 },
    listedUsers: 100,
    quietSeconds: 3,
    noisySeconds: 9,
    everyMs: 2_500,
    pauseMs: 800,
    heavyEveryMs: 500,
  },
} as const;
const FAILED_WITHOUT_FAULT = 'postings that failed without a fault';
const LEASE_SECONDS = 8;
const FAULTS = { lostClaims: 0.03, deaths: 0.01, lateReports: 0.01, refusals: 0.03 };
const END_WITHIN_MS = 300_000;
const P99_GROWTH = 3;
const MEMORY_GROWTH = 1.25;
const INDEX_GROWTH = 1.3;
const HOT_SHARE = 0.6;

interface Sizes {
  readonly indexBytes: number;
  readonly leaseUpdates: number;
  readonly leaseHot: number;
}

async function sizesOf(pool: Pool): Promise<Sizes> {
  const { rows } = await pool.query<Sizes>(
    `SELECT pg_indexes_size('page_postings')::float8 AS "indexBytes", n_tup_upd::float8 AS "leaseUpdates", n_tup_hot_upd::float8 AS "leaseHot"
     FROM pg_stat_user_tables WHERE relname = 'in_flight'`,
  );
  if (!rows[0]) throw new Error('there is no table in_flight');
  return rows[0];
}

const left = async (pool: Pool): Promise<number> =>
  (
    await pool.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM page_postings
       WHERE status IN ('posting', 'posted') OR (status = 'pending' AND page_guid IN (SELECT page_guid FROM devices))`,
    )
  ).rows[0]?.left ?? 0;

/**
 * Devices of other owners work, while one owner repeatedly deletes assistants with 50,000 postings and unlinks hundreds
 * of pages, a second one asks for forecasts and calendars, and an admin lists all users.
 */
async function run(size: DrillSize): Promise<DrillOutcome> {
  const { others, noisy, planned, listedUsers, quietSeconds, noisySeconds, everyMs, pauseMs, heavyEveryMs } =
    SIZES[size];
  return Installation.with(async (installation) => {
    const env = { LEASE_SECONDS: String(LEASE_SECONDS) };
    const apis = [await installation.startApi(env), await installation.startApi(env)];
    const worker = await installation.startWorker(env);
    const { pool } = installation;
    const baseUrls = apis.map(({ baseUrl }) => baseUrl);
    await prepareAccounts(pool);
    const pages = await fillDevices(pool, others);
    const owner = await fillNoisyOwner(pool, noisy);
    const heavyCalls = [...(await planCalls(pool, planned)), ...(await userListCalls(pool, listedUsers))];
    await pool.query('VACUUM ANALYZE');
    const before = await sizesOf(pool);

    const fleet = new Fleet(pages, { baseUrls, pauseMs, leaseSeconds: LEASE_SECONDS, faults: FAULTS });
    const { log } = fleet;
    const endingWindows = setInterval(() => endSomeWindow(pool).catch(() => undefined), 500);
    await sleep(Math.min(10, quietSeconds) * 300);
    log.phase = 'quiet';
    await sleep(quietSeconds * 1_000);
    log.phase = 'noisy';
    const ending = new AbortController();
    const { signal } = ending;
    const deletions = deleteAndUnlink(pool, owner, { baseUrl: baseUrls[0] ?? '', everyMs, signal, log });
    const heavy = callSteadily(baseUrls, heavyCalls, { everyMs: heavyEveryMs, signal });
    const megabytes = () => [...apis, worker].map(({ pid }) => residentMb(pid));
    await sleep(noisySeconds * 200);
    const memoryBefore = megabytes();
    await sleep(noisySeconds * 800);
    const memory = megabytes();
    ending.abort();
    const done = await deletions;
    const heavyDone = await heavy;
    for (const problem of heavyDone.problems) log.problem(problem);
    const after = await sizesOf(pool);
    log.phase = 'end';
    await msUntil(async () => (await left(pool)) === 0, END_WITHIN_MS, 500);
    clearInterval(endingWindows);
    await fleet.stop();

    const quiet = log.p99('quiet');
    const growth = log.p99('noisy') / quiet;
    const indexGrowth = after.indexBytes / before.indexBytes;
    const hot = (after.leaseHot - before.leaseHot) / (after.leaseUpdates - before.leaseUpdates);
    const unended = await left(pool);
    const failures = [
      ...(unended > 0 ? [`${unended} postings never ended`] : []),
      ...(fleet.unreachable > 0 ? [`${fleet.unreachable} calls that were not answered`] : []),
      // Simulated failures of the devices, and postings that the noisy owner cancelled, are expected.
      ...(await fleetFailures(pool, fleet, ['postings that never ended', FAILED_WITHOUT_FAULT])),
      ...[...apis, worker].filter((node) => node.hasEnded()).map(() => 'a process that ended by itself'),
    ];
    const mb = (list: readonly number[]) => list.map((each) => each.toFixed(0)).join(', ');
    // A run of a few seconds beside other tests says nothing about times and sizes.
    if (size === 'full') {
      if (!(growth <= P99_GROWTH))
        failures.push(`other owners' p99 grew ${growth.toFixed(2)}x (at most ${P99_GROWTH})`);
      if (!(indexGrowth <= INDEX_GROWTH))
        failures.push(`indexes grew ${indexGrowth.toFixed(2)}x (at most ${INDEX_GROWTH})`);
      if (memory.some((each, n) => !(each <= (memoryBefore[n] ?? 0) * MEMORY_GROWTH)))
        failures.push(`memory grew from ${mb(memoryBefore)} to ${mb(memory)} MB (at most ${MEMORY_GROWTH}x)`);
      if (!(hot >= HOT_SHARE)) failures.push(`${Math.round(hot * 100)} % of lease changes were HOT (at least 60 %)`);
    }
    const p99 = (kind: string) => `${log.p99('quiet', kind).toFixed(0)} -> ${log.p99('noisy', kind).toFixed(0)} ms`;
    return {
      results: [
        `${pages.length} devices of ${others.users} owners, ${log.count('quiet')} calls in ${quietSeconds} s quiet, ${log.count('noisy')} in ${noisySeconds} s noisy`,
        `one owner deleted ${done.deleted} assistants of ${noisy.pages * noisy.flyers} postings and unlinked ${done.unlinked} pages meanwhile`,
        `meanwhile ${heavyDone.made} plans of ${planned.pages * planned.queued} postings and lists of ${listedUsers} users, one every ${heavyEveryMs / 1_000} s`,
        `other owners' p99 ${quiet.toFixed(0)} -> ${log.p99('noisy').toFixed(0)} ms, ${growth.toFixed(2)}x; poll ${p99('poll')}, submitting ${p99('submitting')}, posted ${p99('posted')}`,
        `indexes of page_postings ${(before.indexBytes / 1e6).toFixed(0)} -> ${(after.indexBytes / 1e6).toFixed(0)} MB, ${indexGrowth.toFixed(2)}x`,
        `memory of the two api processes and the worker ${mb(memoryBefore)} -> ${mb(memory)} MB`,
        `${Math.round(hot * 100)} % of ${after.leaseUpdates - before.leaseUpdates} lease changes were HOT`,
      ],
      failures,
    };
  });
}

export const soakDrill: Drill = {
  title:
    'one owner deletes and unlinks all the time, others ask for plans and long lists, while devices of other owners work',
  run,
};
