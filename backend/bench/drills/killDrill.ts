import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { brokenRules, endSomeWindow, prepareAccounts, wrongPresses } from './accounts.ts';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';
import { type DrillNode, isReady } from './drillNode.ts';
import { fillDrill } from './fillDrill.ts';
import { Fleet } from './fleet.ts';
import { Installation } from './installation.ts';

const SIZES = {
  full: { users: 5, pagesEach: 10, flyers: 200, credits: 1_000_000, killsEach: 3, withinMs: 900_000 },
  short: { users: 2, pagesEach: 4, flyers: 12, credits: 100_000, killsEach: 1, withinMs: 120_000 },
} as const;
/**
 * Longer than any outage of the drill, as 120 s are in production. If a lease ends during `submitting`, the posting
 * becomes `unconfirmed`.
 */
const LEASE_SECONDS = { full: 30, short: 20 } as const;
/** The short drill backdates a killed worker's heartbeat by this time instead of waiting. */
const BACKDATED_SECONDS = { full: 0, short: 40 } as const;
const READY_WITHIN_MS = 5_000;
const END_A_WINDOW_EVERY_MS = 200;

/** Backdates heartbeats and screenshots in progress, as if a killed worker had been silent for longer. */
export async function backdateDeadWorkers(pool: Pool, seconds: number): Promise<void> {
  await pool.query(`UPDATE worker_heartbeats SET seen_at = seen_at - $1 * interval '1 second'`, [seconds]);
  await pool.query(`UPDATE pending_screenshots SET try_after = try_after - $1 * interval '1 second' WHERE tries > 0`, [
    seconds,
  ]);
}

/** Null while Postgres does not answer. */
export async function endedPostings(pool: Pool): Promise<number | null> {
  const { rows } = await pool
    .query<{ ended: number }>(
      `SELECT count(*)::int AS ended FROM page_postings WHERE status IN ('completed', 'failed')`,
    )
    .catch(() => ({ rows: [] }));
  return rows[0]?.ended ?? null;
}

/** Milliseconds until the api is ready, measured from the restart of Postgres. */
async function readyAfterMs(baseUrl: string): Promise<number> {
  const startedAt = Date.now();
  while (!(await isReady(baseUrl))) {
    if (Date.now() - startedAt > 60_000) return Number.POSITIVE_INFINITY;
    await sleep(25);
  }
  return Date.now() - startedAt;
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  const { killsEach, withinMs, ...sizes } = SIZES[size];
  return Installation.with(async (installation) => {
    const env = { LEASE_SECONDS: String(LEASE_SECONDS[size]) };
    const api = { port: 0, node: (await installation.startApi(env)) as DrillNode };
    api.port = Number(new URL(api.node.baseUrl).port);
    let worker = await installation.startWorker(env);
    const { pool } = installation;
    await prepareAccounts(pool);
    const pages = await fillDrill(pool, sizes);
    const postings = pages.length * sizes.flyers;
    const failures: string[] = [];
    const readyMs: number[] = [];

    const kills = {
      api: async () => {
        await api.node.kill();
        api.node = await installation.startApi({ ...env, PORT: String(api.port) });
      },
      worker: async () => {
        await worker.kill();
        await backdateDeadWorkers(pool, BACKDATED_SECONDS[size]);
        worker = await installation.startWorker(env);
      },
      postgres: async () => {
        await installation.killPostgres();
        readyMs.push(await readyAfterMs(api.node.baseUrl));
      },
    };
    const plan = Array.from({ length: killsEach }, () => Object.values(kills)).flat();
    const fleet = new Fleet(pages, [api.node.baseUrl]);
    const endingWindows = setInterval(() => endSomeWindow(pool).catch(() => undefined), END_A_WINDOW_EVERY_MS);
    const startedAt = Date.now();
    let killed = 0;
    for (;;) {
      const ended = (await endedPostings(pool)) ?? 0;
      // The kills are spread evenly over the work. The last one happens before all postings have ended.
      if (killed < plan.length && ended >= ((killed + 0.5) * postings) / (plan.length + 1)) {
        await plan[killed]?.();
        killed += 1;
      }
      if (ended >= postings || Date.now() - startedAt > withinMs) break;
      await sleep(50);
    }
    clearInterval(endingWindows);
    await fleet.stop();
    await sleep(500);

    const { log } = fleet;
    const { rows } = await pool.query<{ fees: number; windows: number }>(
      `SELECT (SELECT count(*)::int FROM credit_transactions WHERE transaction_type = 'spending') AS fees,
         (SELECT count(*)::int FROM drill_ended_windows) AS windows`,
    );
    if (killed < plan.length) failures.push(`the work ended before ${plan.length - killed} of the kills`);
    failures.push(...(await wrongPresses(pool, log.presses)), ...(await brokenRules(pool)), ...new Set(log.surprises));
    if (log.unequalAnswers > 0) failures.push(`${log.unequalAnswers} repeated reports that got another status`);
    if (readyMs.some((ms) => ms > READY_WITHIN_MS)) failures.push(`ready ${Math.max(...readyMs)} ms after Postgres`);
    return {
      results: [
        `${pages.length} devices, ${postings} postings; SIGKILL of api, worker and all of Postgres, ${killsEach}x each`,
        `${log.presses.size} posts were published, ${log.repeatedReports} reports were sent twice, ${log.unreachable} calls got no answer`,
        `${rows[0]?.fees} fees on ${pages.length} pages, whose windows were ended ${rows[0]?.windows} times`,
        `ready ${readyMs.map((ms) => `${ms} ms`).join(', ')} after Postgres was (at most ${READY_WITHIN_MS} ms)`,
      ],
      failures,
    };
  });
}

export const killDrill: Drill = { title: 'api, worker and Postgres are killed while devices work', run };
