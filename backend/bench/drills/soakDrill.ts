import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fillDevices } from '../fillDevices.ts';
import { Fleet } from '../fleet.ts';
import { Installation } from '../installation.ts';
import { endSomeWindow, fleetFailures, prepareAccounts } from './accounts.ts';
import { type Drill, type DrillOutcome, type DrillSize, msUntil } from './drill.ts';
import { deleteAndUnlink, fillNoisyOwner } from './noisyOwner.ts';

const SIZES = {
  full: {
    others: { users: 50, pagesEach: 10, flyers: 80, credits: 100_000 },
    noisy: { pages: 1_000, flyers: 50, assistants: 8, history: 28 },
    quietSeconds: 120,
    noisySeconds: 480,
    everyMs: 55_000,
    pauseMs: 6_000,
  },
  short: {
    others: { users: 4, pagesEach: 5, flyers: 10, credits: 10_000 },
    noisy: { pages: 100, flyers: 10, assistants: 3, history: 2 },
    quietSeconds: 3,
    noisySeconds: 9,
    everyMs: 2_500,
    pauseMs: 800,
  },
} as const;
const FAILED_WITHOUT_FAULT = 'postings that failed without a fault';
const LEASE_SECONDS = 8;
const FAULTS = { lostClaims: 0.03, deaths: 0.01, lateReports: 0.01, refusals: 0.03 };
const END_WITHIN_MS = 300_000;
const P99_GROWTH = 3;
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
      `SELECT (SELECT count(*) FROM page_postings p JOIN users u ON u.id = p.owner_id
         WHERE p.status IN ('posting', 'posted') OR (p.status = 'pending' AND u.is_posting_active))::int AS left`,
    )
  ).rows[0]?.left ?? 0;

/**
 * Devices of other owners work, while one owner repeatedly deletes assistants with 50,000 postings and unlinks hundreds
 * of pages.
 */
async function run(size: DrillSize): Promise<DrillOutcome> {
  const { others, noisy, quietSeconds, noisySeconds, everyMs, pauseMs } = SIZES[size];
  return Installation.with(async (installation) => {
    const env = { LEASE_SECONDS: String(LEASE_SECONDS) };
    const apis = [await installation.startApi(env), await installation.startApi(env)];
    const worker = await installation.startWorker(env);
    const { pool } = installation;
    const baseUrls = apis.map(({ baseUrl }) => baseUrl);
    await prepareAccounts(pool);
    const pages = await fillDevices(pool, others);
    const owner = await fillNoisyOwner(pool, noisy);
    await pool.query('VACUUM ANALYZE page_postings');
    const before = await sizesOf(pool);

    const fleet = new Fleet(pages, { baseUrls, pauseMs, leaseSeconds: LEASE_SECONDS, faults: FAULTS });
    const { log } = fleet;
    const endingWindows = setInterval(() => endSomeWindow(pool).catch(() => undefined), 500);
    await sleep(Math.min(10, quietSeconds) * 300);
    log.phase = 'quiet';
    await sleep(quietSeconds * 1_000);
    log.phase = 'noisy';
    const deleting = new AbortController();
    const deletions = deleteAndUnlink(pool, owner, {
      baseUrl: baseUrls[0] ?? '',
      everyMs,
      signal: deleting.signal,
      log,
    });
    await sleep(noisySeconds * 1_000);
    deleting.abort();
    const done = await deletions;
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
    // A run of a few seconds beside other tests says nothing about times and sizes.
    if (size === 'full') {
      if (!(growth <= P99_GROWTH))
        failures.push(`other owners' p99 grew ${growth.toFixed(2)}x (at most ${P99_GROWTH})`);
      if (!(indexGrowth <= INDEX_GROWTH))
        failures.push(`indexes grew ${indexGrowth.toFixed(2)}x (at most ${INDEX_GROWTH})`);
      if (!(hot >= HOT_SHARE)) failures.push(`${Math.round(hot * 100)} % of lease changes were HOT (at least 60 %)`);
    }
    const p99 = (kind: string) => `${log.p99('quiet', kind).toFixed(0)} -> ${log.p99('noisy', kind).toFixed(0)} ms`;
    return {
      results: [
        `${pages.length} devices of ${others.users} owners, ${log.count('quiet')} calls in ${quietSeconds} s quiet, ${log.count('noisy')} in ${noisySeconds} s noisy`,
        `one owner deleted ${done.deleted} assistants of ${noisy.pages * noisy.flyers} postings and unlinked ${done.unlinked} pages meanwhile`,
        `other owners' p99 ${quiet.toFixed(0)} -> ${log.p99('noisy').toFixed(0)} ms, ${growth.toFixed(2)}x; poll ${p99('poll')}, submitting ${p99('submitting')}, posted ${p99('posted')}`,
        `indexes of page_postings ${(before.indexBytes / 1e6).toFixed(0)} -> ${(after.indexBytes / 1e6).toFixed(0)} MB, ${indexGrowth.toFixed(2)}x`,
        `${Math.round(hot * 100)} % of ${after.leaseUpdates - before.leaseUpdates} lease changes were HOT`,
      ],
      failures,
    };
  });
}

export const soakDrill: Drill = {
  title: 'one owner deletes and unlinks all the time, while devices of other owners work',
  run,
};
