import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { brokenRules, prepareAccounts, wrongPresses } from './accounts.ts';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';
import type { DrillNode } from './drillNode.ts';
import { type DrillPage, fillDrill, sessionOf } from './fillDrill.ts';
import { Fleet } from './fleet.ts';
import { Installation } from './installation.ts';
import { endedPostings } from './killDrill.ts';

const SIZES = {
  full: { users: 20, pagesEach: 25, flyers: 20, credits: 1_000_000, withinMs: 600_000, phaseMs: 12_000 },
  short: { users: 4, pagesEach: 5, flyers: 12, credits: 100_000, withinMs: 120_000, phaseMs: 2_000 },
} as const;
const CONNECTED_WITHIN_MS = 10_000;
/** Statements per second after a fault, compared with those of a storm of starts without one. */
const MOST_TIMES_NORMAL = 3;
const STOP_FOR_MS = 300;

/** Stops and starts posting of all users again and again, as clicks in the web app do. */
class Starts {
  private isStopping = false;
  private readonly running: Promise<void>[];

  constructor(
    private readonly baseUrl: () => string,
    private readonly sessions: readonly Record<string, string>[],
  ) {
    this.running = sessions.map((headers) => this.run(headers));
  }

  /** Ends with posting on for all users. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.running);
    for (const headers of this.sessions) while (!(await this.call('start', headers))) await sleep(100);
  }

  private async run(headers: Record<string, string>): Promise<void> {
    while (!this.isStopping) {
      await this.call('stop', headers);
      await sleep(STOP_FOR_MS * Math.random());
      await this.call('start', headers);
      await sleep(3 * STOP_FOR_MS * Math.random());
    }
  }

  private call(what: 'start' | 'stop', headers: Record<string, string>): Promise<boolean> {
    return fetch(`${this.baseUrl()}/api/queue/${what}`, { method: 'POST', headers }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

async function readTransactions(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.count);
}

/** Transactions per second of this time. Statistics are lost with a killed Postgres, so both reads are after a fault. */
async function transactionsPerSecond(pool: Pool, ms: number): Promise<number> {
  const before = await readTransactions(pool);
  await sleep(ms);
  return ((await readTransactions(pool)) - before) / (ms / 1000);
}

/** Milliseconds until all devices are connected. */
async function connectedAfterMs(fleet: Fleet, pages: readonly DrillPage[]): Promise<number> {
  const startedAt = Date.now();
  while (fleet.connected < pages.length && Date.now() - startedAt < 6 * CONNECTED_WITHIN_MS) await sleep(20);
  return Date.now() - startedAt;
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  const { withinMs, phaseMs, ...sizes } = SIZES[size];
  return Installation.with(async (installation) => {
    const env = { LEASE_SECONDS: '30' };
    const first = await installation.startApi(env);
    const second = await installation.startApi(env);
    const apis: DrillNode[] = [first, second];
    await installation.startWorker(env);
    const { pool } = installation;
    await prepareAccounts(pool);
    const pages = await fillDrill(pool, sizes);
    const postings = pages.length * sizes.flyers;
    const owners = [...new Set(pages.map(({ ownerId }) => ownerId))];
    const sessions = await Promise.all(owners.map((ownerId) => sessionOf(pool, ownerId)));
    const fleet = new Fleet(pages, [first.baseUrl, second.baseUrl], { isLive: true });
    const connectedMs = { start: await connectedAfterMs(fleet, pages), 'kill of an api process': 0 };
    // The second process stays, so that starts are possible during every fault.
    const starts = new Starts(() => second.baseUrl, sessions);
    const rates: Record<string, number> = { 'no fault': await transactionsPerSecond(pool, phaseMs) };

    await first.kill();
    while (fleet.connected === pages.length) await sleep(5);
    const [afterMs, rate] = await Promise.all([connectedAfterMs(fleet, pages), transactionsPerSecond(pool, phaseMs)]);
    connectedMs['kill of an api process'] = afterMs;
    rates['kill of an api process'] = rate;
    apis[0] = await installation.startApi({ ...env, PORT: new URL(first.baseUrl).port });

    await installation.killPostgres();
    rates['kill of Postgres'] = await transactionsPerSecond(pool, phaseMs);

    for (let cut = 0; cut < 3; cut++) {
      await pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
      await sleep(phaseMs / 6);
    }
    rates['cut NOTIFY connections'] = await transactionsPerSecond(pool, phaseMs / 2);
    const endedInFaults = await endedPostings(pool);
    await starts.stop();

    const startedAt = Date.now();
    while (((await endedPostings(pool)) ?? 0) < postings && Date.now() - startedAt < withinMs) await sleep(50);
    const lastMs = Date.now() - startedAt;
    await fleet.stop();
    await sleep(500);
    const { log } = fleet;
    const normal = rates['no fault'] ?? 0;
    const failures = [
      ...(await wrongPresses(pool, log.presses)),
      ...(await brokenRules(pool)),
      ...new Set(log.surprises),
      ...Object.entries(connectedMs)
        .filter(([, ms]) => ms > CONNECTED_WITHIN_MS)
        .map(([what, ms]) => `all devices were connected only ${ms} ms after: ${what}`),
      ...Object.entries(rates)
        .filter(([, rate]) => rate > MOST_TIMES_NORMAL * normal)
        .map(([what, rate]) => `${(rate / normal).toFixed(1)} times as many transactions as without a fault: ${what}`),
    ];
    return {
      results: [
        `${pages.length} connected devices of ${sessions.length} users, ${postings} postings, two api processes; posting is stopped and started all the time`,
        `connected after ${Object.entries(connectedMs)
          .map(([what, ms]) => `${what}: ${ms} ms`)
          .join('; ')} (at most ${CONNECTED_WITHIN_MS} ms)`,
        `transactions per second: ${Object.entries(rates)
          .map(([what, rate]) => `${what}: ${Math.round(rate)}`)
          .join('; ')} (at most ${MOST_TIMES_NORMAL} times those without a fault)`,
        `${endedInFaults} postings ended during the faults, the others in ${(lastMs / 1000).toFixed(1)} s; a page polls by itself only after 5 minutes`,
      ],
      failures,
    };
  });
}

export const liveDrill: Drill = {
  title: 'an api process and Postgres are killed and NOTIFY connections are cut during a storm of starts',
  run,
};
