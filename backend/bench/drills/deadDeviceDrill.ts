import { setTimeout as sleep } from 'node:timers/promises';
import { brokenRules, prepareAccounts } from './accounts.ts';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';
import { type DrillPage, fillDrill } from './fillDrill.ts';
import { Fleet } from './fleet.ts';
import { Installation } from './installation.ts';
import { backdateDeadWorkers, endedPostings } from './killDrill.ts';

const LEASE_SECONDS = 3;
const CLAIMABLE_WITHIN_MS = (LEASE_SECONDS + 5) * 1_000;
const FREED_WITHIN_MS = 60_000;
const SCREENSHOTS_AT_ONCE = 2;
/** The short drill backdates the killed worker's heartbeat and screenshots by this time instead of waiting. */
const BACKDATED_SECONDS = { full: 0, short: 40 } as const;

/** Milliseconds until `done` returns true; infinite when that takes longer than `withinMs`. */
async function msUntil(done: () => Promise<boolean>, withinMs: number): Promise<number> {
  const startedAt = Date.now();
  while (!(await done())) {
    if (Date.now() - startedAt > withinMs) return Number.POSITIVE_INFINITY;
    await sleep(50);
  }
  return Date.now() - startedAt;
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const env = { LEASE_SECONDS: String(LEASE_SECONDS) };
    const api = await installation.startApi(env);
    const firstWorker = await installation.startWorker({ ...env, DRILL_SCREENSHOTS: 'never' });
    await prepareAccounts(pool);
    const pages = await fillDrill(pool, { users: 1, pagesEach: 4, flyers: 1, credits: 1_000 });
    const count = async (sql: string) => Number((await pool.query<{ count: string }>(sql)).rows[0]?.count);

    const dead = pages[0] as DrillPage;
    const { status } = await fetch(`${api.baseUrl}/api/extension/poll`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${dead.deviceSecret}` },
    });
    const claimableMs = await msUntil(
      async () => (await count('SELECT count(*) FROM in_flight')) === 0,
      CLAIMABLE_WITHIN_MS * 2,
    );

    const fleet = new Fleet(pages, [api.baseUrl]);
    const heldSql = 'SELECT count(*) FROM pending_screenshots WHERE tries > 0';
    await msUntil(async () => (await count(heldSql)) === SCREENSHOTS_AT_ONCE, 20_000);
    const held = await count(heldSql);
    await firstWorker.kill();
    const killedAt = Date.now();
    await backdateDeadWorkers(pool, BACKDATED_SECONDS[size]);
    await installation.startWorker(env);
    await msUntil(async () => (await endedPostings(pool)) === pages.length, FREED_WITHIN_MS * 1.5);
    const freedMs = Date.now() - killedAt + BACKDATED_SECONDS[size] * 1_000;
    await fleet.stop();
    await sleep(500);

    const failures = await brokenRules(pool);
    if (status !== 200) failures.push(`the poll was answered ${status}`);
    if (!(claimableMs <= CLAIMABLE_WITHIN_MS)) failures.push(`a dead device's posting was held for ${claimableMs} ms`);
    if (held !== SCREENSHOTS_AT_ONCE)
      failures.push(`the killed worker had ${held} screenshots, so the drill proves nothing`);
    if (!(freedMs <= FREED_WITHIN_MS))
      failures.push(`a killed worker's screenshots were made only ${freedMs} ms later`);
    const skipped = BACKDATED_SECONDS[size] > 0 ? `, ${BACKDATED_SECONDS[size]} s of them skipped` : '';
    return {
      results: [
        `a device that claims and dies, lease ${LEASE_SECONDS} s: claimable again after ${claimableMs} ms (at most ${CLAIMABLE_WITHIN_MS})`,
        `a worker killed with ${held} screenshots under way: made by another ${freedMs} ms later${skipped} (at most ${FREED_WITHIN_MS})`,
      ],
      failures,
    };
  });
}

export const deadDeviceDrill: Drill = { title: 'a dead device and a dead worker', run };
