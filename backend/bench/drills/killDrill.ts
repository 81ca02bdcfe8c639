import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fillDevices } from '../fillDevices.ts';
import { DOUBLE_CALLS, Fleet } from '../fleet.ts';
import { Installation } from '../installation.ts';
import { isReady } from '../serverProcess.ts';
import { endedPostings, endSomeWindow, fleetFailures, prepareAccounts } from './accounts.ts';
import { type Drill, type DrillOutcome, type DrillSize, msUntil } from './drill.ts';

const SIZES = {
  full: { users: 5, pagesEach: 10, flyers: 60, credits: 1_000_000 },
  short: { users: 2, pagesEach: 4, flyers: 24, credits: 100_000 },
} as const;
/** The api process of each call differs from that of the call before. */
const PROCESSES = { full: { apis: 2, workers: 3 }, short: { apis: 1, workers: 1 } } as const;
const KILLS_EACH = { full: 3, short: 1 } as const;
const WITHIN_MS = { full: 1_800_000, short: 500_000 } as const;
/**
 * Longer than any outage of the drill, as 120 s are in production. If a lease ends during `submitting`, the posting
 * becomes `unconfirmed`.
 */
const LEASE_SECONDS = 60;
/** The short drill backdates a killed worker's heartbeat by this time instead of waiting. */
const BACKDATED_SECONDS = { full: 0, short: 40 } as const;
const READY_WITHIN_MS = 5_000;
const END_A_WINDOW_EVERY_MS = 200;

/** Backdates heartbeats and screenshots in progress, as if a killed worker had been silent for longer. */
async function backdateDeadWorkers(pool: Pool, seconds: number): Promise<void> {
  await pool.query(`UPDATE worker_heartbeats SET seen_at = seen_at - $1 * interval '1 second'`, [seconds]);
  await pool.query(`UPDATE pending_screenshots SET try_after = try_after - $1 * interval '1 second' WHERE tries > 0`, [
    seconds,
  ]);
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const env = { LEASE_SECONDS: String(LEASE_SECONDS) };
    // All processes start at once, so that they compete for one empty database.
    const [apis, workers] = await Promise.all([
      Promise.all(Array.from({ length: PROCESSES[size].apis }, () => installation.startApi(env))),
      Promise.all(Array.from({ length: PROCESSES[size].workers }, () => installation.startWorker(env))),
    ]);
    await prepareAccounts(pool);
    const pages = await fillDevices(pool, SIZES[size]);
    const postings = pages.length * SIZES[size].flyers;
    const baseUrls = apis.map(({ baseUrl }) => baseUrl);
    const readyMs: number[] = [];

    const kills = {
      api: async () => {
        await apis[0]?.kill();
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
    };
    const plan = Array.from({ length: KILLS_EACH[size] }, () => Object.values(kills)).flat();
    const fleet = new Fleet(pages, { baseUrls, faults: DOUBLE_CALLS });
    const endingWindows = setInterval(() => endSomeWindow(pool).catch(() => undefined), END_A_WINDOW_EVERY_MS);
    let killed = 0;
    await msUntil(async () => {
      const ended = (await endedPostings(pool)) ?? 0;
      // The kills are spread evenly over the work. The last one happens before all postings have ended.
      if (killed < plan.length && ended >= ((killed + 0.5) * postings) / (plan.length + 1)) {
        await plan[killed]?.();
        killed += 1;
      }
      return ended >= postings;
    }, WITHIN_MS[size]);
    clearInterval(endingWindows);
    await fleet.stop();
    await sleep(500);

    const { rows } = await pool.query<{ fees: number; windows: number; schemas: number }>(
      `SELECT (SELECT count(*)::int FROM credit_transactions WHERE transaction_type = 'spending') AS fees,
         (SELECT count(*)::int FROM drill_ended_windows) AS windows, (SELECT count(*)::int FROM migrations) AS schemas`,
    );
    return {
      results: [
        `${apis.length} api processes and ${workers.length} workers started at once on an empty database, whose schema was created ${rows[0]?.schemas}x`,
        `${pages.length} devices, ${postings} postings; SIGKILL of an api, a worker and all of Postgres, ${KILLS_EACH[size]}x each`,
        `${fleet.presses.size} posts were published, ${fleet.repeatedReports} reports were sent twice, ${fleet.unreachable} calls got no answer`,
        `${rows[0]?.fees} fees on ${pages.length} pages, whose windows were ended ${rows[0]?.windows} times`,
        `ready ${readyMs.map((ms) => `${ms} ms`).join(', ')} after Postgres was (at most ${READY_WITHIN_MS} ms)`,
      ],
      failures: [
        ...(killed < plan.length ? [`the work ended before ${plan.length - killed} of the kills`] : []),
        ...(await fleetFailures(pool, fleet)),
        ...readyMs.filter((ms) => ms > READY_WITHIN_MS).map((ms) => `ready only ${ms} ms after Postgres`),
        ...[...apis, ...workers].filter((node) => node.hasEnded()).map(() => 'a process ended by itself'),
      ],
    };
  });
}

export const killDrill: Drill = { title: 'api, worker and Postgres are killed while devices work', run };
