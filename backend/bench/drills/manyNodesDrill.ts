import { setTimeout as sleep } from 'node:timers/promises';
import { brokenRules, endSomeWindow, prepareAccounts, wrongPresses } from './accounts.ts';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';
import { fillDrill } from './fillDrill.ts';
import { Fleet } from './fleet.ts';
import { Installation } from './installation.ts';
import { endedPostings } from './killDrill.ts';

const SIZES = {
  full: { users: 5, pagesEach: 10, flyers: 100, credits: 1_000_000, withinMs: 600_000 },
  short: { users: 2, pagesEach: 5, flyers: 20, credits: 100_000, withinMs: 60_000 },
} as const;
const APIS = 2;
const WORKERS = 3;

async function run(size: DrillSize): Promise<DrillOutcome> {
  const { withinMs, ...sizes } = SIZES[size];
  return Installation.with(async (installation) => {
    const { pool } = installation;
    // All processes start at once, so that their migrations compete for one empty database.
    const [apis, workers] = await Promise.all([
      Promise.all(Array.from({ length: APIS }, () => installation.startApi())),
      Promise.all(Array.from({ length: WORKERS }, () => installation.startWorker())),
    ]);
    await prepareAccounts(pool);
    const pages = await fillDrill(pool, sizes);
    const postings = pages.length * sizes.flyers;
    const fleet = new Fleet(
      pages,
      apis.map(({ baseUrl }) => baseUrl),
    );
    const endingWindows = setInterval(() => endSomeWindow(pool).catch(() => undefined), 100);
    const startedAt = Date.now();
    while (((await endedPostings(pool)) ?? 0) < postings && Date.now() - startedAt < withinMs) await sleep(50);
    clearInterval(endingWindows);
    await fleet.stop();
    await sleep(500);

    const { log } = fleet;
    const { rows } = await pool.query<{ worked: number; applied: number }>(
      `SELECT (SELECT count(*)::int FROM worker_heartbeats) AS worked, (SELECT count(*)::int FROM migrations) AS applied`,
    );
    const failures = [
      ...(await wrongPresses(pool, log.presses)),
      ...(await brokenRules(pool)),
      ...new Set(log.surprises),
      ...(log.unequalAnswers > 0 ? [`${log.unequalAnswers} repeated reports that got another status`] : []),
      ...(rows[0]?.worked === WORKERS ? [] : [`${rows[0]?.worked} workers with a heartbeat`]),
      ...[...apis, ...workers].filter((node) => node.hasEnded()).map(() => 'a process that ended by itself'),
    ];
    return {
      results: [
        `${APIS} api processes and ${WORKERS} workers started at once on one empty database: ${rows[0]?.applied} migrations, each once`,
        `${pages.length} devices, ${postings} postings, each call to the other api; ${log.repeatedReports} reports sent twice`,
        `each posting's transitions, picture and fee counted, to detect jobs that took effect twice`,
      ],
      failures,
    };
  });
}

export const manyNodesDrill: Drill = { title: 'two api processes and three workers on one database', run };
