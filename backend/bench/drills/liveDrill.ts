import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fillDevices } from '../fillDevices.ts';
import { DOUBLE_CALLS, Fleet } from '../fleet.ts';
import { Installation } from '../installation.ts';
import { sessionOf } from '../people.ts';
import { type Headers, send } from '../send.ts';
import { endedPostings, fleetFailures, prepareAccounts, readTransactions } from './accounts.ts';
import { type Drill, type DrillOutcome, type DrillSize, msUntil } from './drill.ts';

const SIZES = {
  full: { users: 20, pagesEach: 25, flyers: 20, credits: 1_000_000, withinMs: 600_000, phaseMs: 12_000 },
  short: { users: 4, pagesEach: 5, flyers: 12, credits: 100_000, withinMs: 120_000, phaseMs: 2_000 },
} as const;
const CONNECTED_WITHIN_MS = 10_000;
const POLL_ANYWAY_MS = 5 * 60_000;
/** Statements per second after a fault, compared with those of a storm of starts without one. */
const MOST_TIMES_NORMAL = 3;
const STOP_FOR_MS = 300;

/** Stops and starts posting of a user again and again, as clicks in the web app do. Ends with posting on. */
async function stopAndStart(baseUrl: string, headers: Headers, signal: AbortSignal): Promise<void> {
  const call = async (what: 'start' | 'stop') =>
    (await send(`${baseUrl}/api/queue/${what}`, { headers })).status === 200;
  while (!signal.aborted) {
    await call('stop');
    await sleep(STOP_FOR_MS * Math.random());
    await call('start');
    await sleep(3 * STOP_FOR_MS * Math.random());
  }
  while (!(await call('start'))) await sleep(100);
}

/** Transactions per second of this time. Statistics are lost with a killed Postgres, so both reads are after a fault. */
async function transactionsPerSecond(pool: Pool, ms: number): Promise<number> {
  const before = await readTransactions(pool);
  await sleep(ms);
  return ((await readTransactions(pool)) - before) / (ms / 1000);
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  const { withinMs, phaseMs, ...sizes } = SIZES[size];
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const env = { LEASE_SECONDS: '30' };
    const first = await installation.startApi(env);
    const second = await installation.startApi(env);
    await installation.startWorker(env);
    await prepareAccounts(pool);
    const pages = await fillDevices(pool, sizes);
    const postings = pages.length * sizes.flyers;
    const owners = [...new Set(pages.map(({ ownerId }) => ownerId))];
    const sessions = await Promise.all(owners.map((ownerId) => sessionOf(pool, ownerId)));
    const baseUrls = [first.baseUrl, second.baseUrl];
    const fleet = new Fleet(pages, { baseUrls, isLive: true, pollAnywayMs: POLL_ANYWAY_MS, faults: DOUBLE_CALLS });
    const untilConnected = () => msUntil(() => fleet.connected === pages.length, 6 * CONNECTED_WITHIN_MS, 20);
    const connectedMs: Record<string, number> = { start: await untilConnected() };
    const stopping = new AbortController();
    // The second process stays, so that starts are possible during every fault.
    const starts = sessions.map((headers) => stopAndStart(second.baseUrl, headers, stopping.signal));
    const rates: Record<string, number> = { 'no fault': await transactionsPerSecond(pool, phaseMs) };

    await first.kill();
    await msUntil(() => fleet.connected < pages.length, CONNECTED_WITHIN_MS, 5);
    const [afterMs, rate] = await Promise.all([untilConnected(), transactionsPerSecond(pool, phaseMs)]);
    connectedMs['kill of an api process'] = afterMs;
    rates['kill of an api process'] = rate;
    await installation.startApi({ ...env, PORT: new URL(first.baseUrl).port });

    await installation.killPostgres();
    rates['kill of Postgres'] = await transactionsPerSecond(pool, phaseMs);

    for (let cut = 0; cut < 3; cut++) {
      await pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
      await sleep(phaseMs / 6);
    }
    rates['cut NOTIFY connections'] = await transactionsPerSecond(pool, phaseMs / 2);
    const endedInFaults = await endedPostings(pool);
    stopping.abort();
    await Promise.all(starts);

    const lastMs = await msUntil(async () => ((await endedPostings(pool)) ?? 0) >= postings, withinMs);
    await fleet.stop();
    await sleep(500);
    const normal = rates['no fault'] ?? 0;
    const listOf = (values: Record<string, number>, unit: string) =>
      Object.entries(values)
        .map(([what, value]) => `${what}: ${Math.round(value)}${unit}`)
        .join('; ');
    return {
      results: [
        `${pages.length} connected devices of ${sessions.length} users, ${postings} postings, two api processes; posting is stopped and started all the time`,
        `connected after ${listOf(connectedMs, ' ms')} (at most ${CONNECTED_WITHIN_MS} ms)`,
        `transactions per second: ${listOf(rates, '')} (at most ${MOST_TIMES_NORMAL} times those without a fault)`,
        `${endedInFaults} postings ended during the faults, the others in ${(lastMs / 1000).toFixed(1)} s; a page polls by itself only after 4 to 5 minutes`,
      ],
      failures: [
        ...(await fleetFailures(pool, fleet)),
        ...Object.entries(connectedMs)
          .filter(([, ms]) => ms > CONNECTED_WITHIN_MS)
          .map(([what, ms]) => `all devices were connected only ${ms} ms after: ${what}`),
        ...Object.entries(rates)
          .filter(([, rate]) => rate > MOST_TIMES_NORMAL * normal)
          .map(
            ([what, rate]) => `${(rate / normal).toFixed(1)} times as many transactions as without a fault: ${what}`,
          ),
      ],
    };
  });
}

export const liveDrill: Drill = {
  title: 'an api process and Postgres are killed and NOTIFY connections are cut during a storm of starts',
  run,
};
