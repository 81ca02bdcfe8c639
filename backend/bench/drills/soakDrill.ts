import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fillAccount, limitPages } from '../fillAccount.ts';
import { fillDevices, newPerson } from '../fillDevices.ts';
import { Fleet } from '../fleet.ts';
import { Installation } from '../installation.ts';
import { type Call, send } from '../send.ts';
import { endSomeWindow, fleetFailures, prepareAccounts } from './accounts.ts';
import { type Drill, type DrillOutcome, type DrillSize, msUntil } from './drill.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const SIZES = {
  full: {
    others: { users: 30, pagesEach: 10, flyers: 8 * MINUTES, credits: 1_000_000 },
    noisy: { pages: 500, flyersEach: 100, assistants: MINUTES + 28, queued: MINUTES },
    planned: { pages: 500, flyersEach: 1, assistants: 21, queued: 20 },
    listedUsers: 20_000,
    seconds: 60 * MINUTES,
    everyMs: 60_000,
    pauseMs: 6_000,
    heavyEveryMs: 2_000,
  },
  short: {
    others: { users: 4, pagesEach: 5, flyers: 10, credits: 10_000 },
    noisy: { pages: 100, flyersEach: 10, assistants: 5, queued: 3 },
    planned: { pages: 50, flyersEach: 1, assistants: 3, queued: 2 },
    listedUsers: 100,
    seconds: 12,
    everyMs: 2_500,
    pauseMs: 800,
    heavyEveryMs: 500,
  },
} as const;
const QUIET_SHARE = 0.2;
const LEASE_SECONDS = 8;
const FAULTS = { lostClaims: 0.03, deaths: 0.01, lateReports: 0.01, refusals: 0.03 };
const END_WITHIN_MS = 300_000;
const P99_GROWTH = 2;
const INDEX_GROWTH = 1.3;

type PathCall = Call & { readonly path: string };

/** An owner with many pages and assistants. Returns a function that deletes an assistant, unlinks half of the pages and archives. */
async function fillNoisyOwner(pool: Pool, size: (typeof SIZES)[DrillSize]['noisy']) {
  const { userId, headers } = await newPerson(pool);
  await fillAccount(pool, userId, null, { ...size, waiting: 0, pagesEach: size.pages });
  const rowsOf = async (sql: string) => (await pool.query<{ id: string }>(sql, [userId])).rows.map(({ id }) => id);
  let at = 0;
  const assistants = await rowsOf(`SELECT DISTINCT assistant_id AS id FROM page_postings
    WHERE owner_id = $1 AND status = 'pending'`);
  return async (): Promise<PathCall[]> => {
    // Rows are locked in the same order as by the product, because a job may still work on them.
    await pool.query(
      `UPDATE pages SET unlinked_at = NULL
       WHERE guid IN (SELECT guid FROM pages WHERE owner_id = $1 ORDER BY guid FOR NO KEY UPDATE)`,
      [userId],
    );
    const half = await rowsOf(`SELECT guid AS id FROM pages WHERE owner_id = $1
      ORDER BY random() LIMIT (SELECT count(*) / 2 FROM pages WHERE owner_id = $1)`);
    const assistant = assistants[at++];
    return [
      ...(assistant ? [{ method: 'DELETE', path: `/assistants/${assistant}`, headers }] : []),
      { path: '/pages/bulk-unlink', headers, body: { guids: half } },
      { path: '/tasks/archive-finalized', headers },
    ];
  };
}

async function fillHeavyCalls(pool: Pool, { planned, listedUsers }: (typeof SIZES)[DrillSize]): Promise<PathCall[]> {
  const { userId, headers } = await newPerson(pool);
  await fillAccount(pool, userId, null, { ...planned, waiting: 1, pagesEach: planned.pages });
  await limitPages(pool, userId);
  const { rows } = await pool.query<{ waiting: string }>(
    'SELECT id AS waiting FROM assistants WHERE owner_id = $1 AND queued_at IS NULL',
    [userId],
  );
  const [from, until] = [0, 7].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  await pool.query(
    `INSERT INTO users (telegram_id, username, first_name, created_at)
     SELECT (100000000 + n * 7919)::text, 'person_' || n, 'First', now() - n * interval '5 minutes'
     FROM generate_series(1, $1::int) n`,
    [listedUsers],
  );
  const admin = { method: 'GET', headers: (await newPerson(pool, { isAdmin: true })).headers };
  return [
    { path: `/assistants/${rows[0]?.waiting}/forecast`, headers },
    { method: 'GET', path: `/queue/calendar?from=${from}&until=${until}`, headers },
    { path: '/admin/users', ...admin },
    { path: '/credits/admin/users-credits', ...admin },
  ];
}

async function sizesOf(pool: Pool) {
  const { rows } = await pool.query<{ indexMb: number; cancelled: number; unended: number }>(
    `SELECT pg_indexes_size('page_postings')::float8 / 1e6 AS "indexMb",
       (SELECT count(*)::int FROM page_postings WHERE error_code IN ('assistant_deleted', 'page_unlinked')) AS cancelled,
       (SELECT count(*)::int FROM page_postings
        WHERE status IN ('posting', 'posted') OR (status = 'pending' AND page_guid IN (SELECT page_guid FROM devices))) AS unended`,
  );
  return rows[0] ?? { indexMb: Number.NaN, cancelled: 0, unended: 0 };
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  const { others, noisy, seconds, everyMs, pauseMs, heavyEveryMs } = SIZES[size];
  return Installation.with(async (installation) => {
    const env = { LEASE_SECONDS: String(LEASE_SECONDS) };
    const apis = [await installation.startApi(env), await installation.startApi(env)];
    const nodes = [...apis, await installation.startWorker(env)];
    const { pool } = installation;
    const baseUrls = apis.map(({ baseUrl }) => baseUrl);
    await prepareAccounts(pool);
    const pages = await fillDevices(pool, others);
    const nextNoise = await fillNoisyOwner(pool, noisy);
    const heavyCalls = await fillHeavyCalls(pool, SIZES[size]);
    await pool.query('VACUUM ANALYZE');
    const before = await sizesOf(pool);

    const fleet = new Fleet(pages, { baseUrls, pauseMs, leaseSeconds: LEASE_SECONDS, faults: FAULTS });
    const { log } = fleet;
    const endingWindows = setInterval(() => endSomeWindow(pool).catch(() => undefined), 500);
    const answers: Promise<unknown>[] = [];
    const made = new Map<string, number>();
    const call = async ({ path, ...more }: PathCall) => {
      const { status } = await send(`${baseUrls[answers.length % 2]}/api${path}`, more);
      if (status < 200 || status > 299) log.problem(`${path} was answered ${status}`);
      const kind = path.replace(/[0-9a-f-]{36}/, 'ID');
      made.set(kind, (made.get(kind) ?? 0) + 1);
    };
    await sleep(Math.min(3_000, seconds * 60));
    log.phase = 'quiet';
    await sleep(seconds * QUIET_SHARE * 1_000);
    log.phase = 'noisy';
    let n = 0;
    const heavy = setInterval(() => answers.push(call(heavyCalls[n++ % heavyCalls.length] as PathCall)), heavyEveryMs);
    const startedAt = performance.now();
    const noisyMs = seconds * (1 - QUIET_SHARE) * 1_000;
    while (performance.now() - startedAt < noisyMs) {
      for (const each of await nextNoise()) await call(each);
      await sleep(everyMs);
    }
    const noisySeconds = (performance.now() - startedAt) / 1_000;
    clearInterval(heavy);
    await Promise.all(answers);
    const after = await sizesOf(pool);
    log.phase = 'end';
    await msUntil(async () => (await sizesOf(pool)).unended === 0, END_WITHIN_MS, 500);
    clearInterval(endingWindows);
    await fleet.stop();

    const quiet = log.p99('quiet');
    const growth = log.p99('noisy') / quiet;
    const indexGrowth = after.indexMb / before.indexMb;
    const cancelled = (after.cancelled - before.cancelled) / noisySeconds;
    const { unended } = await sizesOf(pool);
    const p99 = (kind = '') => `${log.p99('quiet', kind).toFixed(0)} -> ${log.p99('noisy', kind).toFixed(0)} ms`;
    return {
      results: [
        `${pages.length} devices of ${others.users} owners: ${(seconds * QUIET_SHARE).toFixed(0)} s quiet, ${noisySeconds.toFixed(0)} s noisy`,
        `calls of the others: ${[...made].map(([kind, times]) => `${times}x ${kind}`).join(', ')}`,
        `p99 of the devices ${p99()}, ${growth.toFixed(2)}x; poll ${p99('poll')}, submitting ${p99('submitting')}, posted ${p99('posted')}`,
        `${cancelled.toFixed(0)} postings cancelled a second; indexes of page_postings ${before.indexMb.toFixed(0)} -> ${after.indexMb.toFixed(0)} MB`,
      ],
      failures: [
        ...(unended > 0 ? [`${unended} postings never ended`] : []),
        ...(fleet.unreachable > 0 ? [`${fleet.unreachable} calls that were not answered`] : []),
        // Simulated failures of the devices, and postings that the noisy owner cancelled, are expected.
        ...(await fleetFailures(pool, fleet, ['postings that never ended', 'postings that failed without a fault'])),
        ...nodes.filter((node) => node.hasEnded()).map(() => 'a process that ended by itself'),
        // A run of a few seconds beside other work says nothing about times and sizes.
        ...(size === 'full' && !(growth <= P99_GROWTH)
          ? [`p99 grew ${growth.toFixed(2)}x (at most ${P99_GROWTH})`]
          : []),
        ...(size === 'full' && !(indexGrowth <= INDEX_GROWTH) ? [`indexes grew ${indexGrowth.toFixed(2)}x`] : []),
      ],
    };
  });
}

export const soakDrill: Drill = {
  title:
    'one owner deletes and unlinks all the time, others ask for plans and long lists, while devices of other owners work',
  run,
};
