import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fillDevices, sessionOf } from '../fillDevices.ts';
import { DOUBLE_CALLS, Fleet } from '../fleet.ts';
import { Installation } from '../installation.ts';
import { send } from '../send.ts';
import { isReady } from '../serverProcess.ts';
import { endedPostings, endSomeWindow, fleetFailures, prepareAccounts } from './accounts.ts';
import { type Drill, type DrillOutcome, type DrillSize, msUntil } from './drill.ts';

const SIZES = {
  full: { users: 5, pagesEach: 10, flyers: 60, credits: 1_000_000, apis: 2, workers: 3, rounds: 3 },
  short: { users: 2, pagesEach: 4, flyers: 24, credits: 100_000, apis: 1, workers: 1, rounds: 1 },
} as const;
const WITHIN_MS = 1_800_000;
/** Longer than any outage of the drill: a posting whose lease ends during `submitting` becomes `unconfirmed`. */
const LEASE_SECONDS = 60;
/** The short drill backdates a killed worker's heartbeat by this time instead of waiting. */
const BACKDATED_SECONDS = { full: 0, short: 40 } as const;
const READY_WITHIN_MS = 5_000;
const CONNECTED_WITHIN_MS = 10_000;
const END_A_WINDOW_EVERY_MS = 200;
const STOP_FOR_MS = 300;

async function backdateDeadWorkers(pool: Pool, seconds: number): Promise<void> {
  await pool.query(`UPDATE worker_heartbeats SET seen_at = seen_at - $1 * interval '1 second'`, [seconds]);
  await pool.query(`UPDATE pending_screenshots SET try_after = try_after - $1 * interval '1 second' WHERE tries > 0`, [
    seconds,
  ]);
}

async function stopAndStart(pool: Pool, userId: string, baseUrl: string, signal: AbortSignal): Promise<void> {
  const headers = await sessionOf(pool, userId);
  const call = async (what: 'start' | 'stop') => (await send(`${baseUrl}/api/queue/${what}`, { headers })).status;
  while (!signal.aborted) {
    await call('stop');
    await sleep(STOP_FOR_MS * Math.random());
    await call('start');
    await sleep(3 * STOP_FOR_MS * Math.random());
  }
  while ((await call('start')) !== 200) await sleep(100);
}

async function run(size: DrillSize, isLive: boolean): Promise<DrillOutcome> {
  const { apis: apiCount, workers: workerCount, rounds, ...sizes } = SIZES[size];
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const env = { LEASE_SECONDS: String(LEASE_SECONDS) };
    // All processes start at once, so that they compete for one empty database.
    const [apis, workers] = await Promise.all([
      Promise.all(Array.from({ length: apiCount }, () => installation.startApi(env))),
      Promise.all(Array.from({ length: workerCount }, () => installation.startWorker(env))),
    ]);
    await prepareAccounts(pool);
    const pages = await fillDevices(pool, sizes);
    const postings = pages.length * sizes.flyers;
    const baseUrls = apis.map(({ baseUrl }) => baseUrl);
    const readyMs: number[] = [];
    const connectedMs: number[] = [];
    const fleet = new Fleet(pages, { baseUrls, isLive, faults: DOUBLE_CALLS, pollAnywayMs: isLive ? 300_000 : 0 });
    const noteConnected = async () => {
      if (isLive) connectedMs.push(await msUntil(() => fleet.connected === pages.length, 6 * CONNECTED_WITHIN_MS, 20));
    };
    await noteConnected();

    const kills = {
      api: async () => {
        await apis[0]?.kill();
        // Meanwhile the devices of the other process are connected.
        if (apiCount > 1) await noteConnected();
        apis[0] = await installation.startApi({ ...env, PORT: new URL(baseUrls[0] ?? '').port });
      },
      worker: async () => {
        await workers[0]?.kill();
        await backdateDeadWorkers(pool, BACKDATED_SECONDS[size]);
        workers[0] = await installation.startWorker(env);
      },
      postgres: async () => {
        await installation.killPostgres();
        readyMs.push(await msUntil(() => isReady(baseUrls[0] ?? ''), 60_000, 25));
      },
      ...(isLive && {
        notify: async () => {
          await pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
        },
      }),
    };
    const plan = Array.from({ length: rounds }, () => Object.values(kills)).flat();
    const endingWindows = setInterval(() => endSomeWindow(pool).catch(() => undefined), END_A_WINDOW_EVERY_MS);
    const storm = new AbortController();
    const owners = isLive ? [...new Set(pages.map(({ ownerId }) => ownerId))] : [];
    const clicks = owners.map((id) => stopAndStart(pool, id, baseUrls.at(-1) ?? '', storm.signal));
    let killed = 0;
    await msUntil(async () => {
      const ended = (await endedPostings(pool)) ?? 0;
      // The kills are spread evenly over the work. The last one happens before all postings have ended.
      if (killed < plan.length && ended >= ((killed + 0.5) * postings) / (plan.length + 1)) {
        await plan[killed]?.();
        killed += 1;
        if (killed === plan.length) storm.abort();
      }
      return ended >= postings;
    }, WITHIN_MS);
    storm.abort();
    clearInterval(endingWindows);
    await Promise.all(clicks);
    await fleet.stop();
    await sleep(500);

    const { rows } = await pool.query<{ fees: number; schemas: number }>(
      `SELECT (SELECT count(*)::int FROM credit_transactions WHERE transaction_type = 'spending') AS fees,
         (SELECT count(*)::int FROM migrations) AS schemas`,
    );
    const late = (what: string, times: readonly number[], most: number) =>
      times.filter((ms) => ms > most).map((ms) => `${what} only after ${ms} ms (at most ${most})`);
    return {
      results: [
        `${apis.length} api processes and ${workers.length} workers started at once on an empty database, whose schema was created ${rows[0]?.schemas}x`,
        `${pages.length} devices, ${postings} postings; each of ${Object.keys(kills).join(', ')} was killed ${rounds}x with SIGKILL`,
        `${fleet.presses.size} posts were published, ${fleet.repeatedReports} reports were sent twice, ${fleet.unreachable} calls got no answer`,
        `${rows[0]?.fees} fees on ${pages.length} pages, whose windows were ended all the time`,
        `ready ${readyMs.join(', ')} ms after Postgres was; all devices connected after ${connectedMs.join(', ') || '-'} ms`,
      ],
      failures: [
        ...(killed < plan.length ? [`the work ended before ${plan.length - killed} of the kills`] : []),
        ...(await fleetFailures(pool, fleet)),
        ...late('ready', readyMs, READY_WITHIN_MS),
        ...late('all devices were connected', connectedMs, CONNECTED_WITHIN_MS),
        ...[...apis, ...workers].filter((node) => node.hasEnded()).map(() => 'a process ended by itself'),
      ],
    };
  });
}

export const killDrill: Drill = {
  title: 'api, worker and Postgres are killed while devices work',
  run: (size) => run(size, false),
};
export const liveDrill: Drill = {
  title: 'the same with connected devices, while NOTIFY connections are cut and posting is stopped and started',
  run: (size) => run(size, true),
};
