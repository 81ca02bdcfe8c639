import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { HonestUsers } from '../drills/abuse/honestUsers.ts';
import { fillDrill, sessionOf } from '../drills/fillDrill.ts';
import { atMost, type Figure } from '../figure.ts';
import { fillAccount, limitPages } from '../fillAccount.ts';
import { type SignedIn, withProduct } from '../withProduct.ts';

/** 50,000 planned postings on 5,000 pages, and an assistant whose forecast is asked for. */
const ACCOUNT = { pages: 5_000, assistants: 11, flyersEach: 1, waiting: 1, queued: 10, pagesEach: 5_000 };
/** As many as the web app asks for at once. */
const PAGES_IN_VIEW = 50;
const RUNS = 7;
const STRANGERS = 20;
const LOAD_SECONDS = 10;
const LOADS = 3;
/** Of one user. */
const PLANS_PER_SECOND = 2;
const DAY_MS = 86_400_000;

/** A post on each page in the last hours. */
const postedSql = `UPDATE page_postings
  SET status = 'completed', (claimed_at, posted_at, publish_at) = (at, at, at)
  FROM (SELECT now() - interval '2 hours' AS at, min(id::text)::uuid AS assistant_id FROM assistants WHERE queued_at IS NOT NULL) t
  WHERE page_postings.assistant_id = t.assistant_id`;

async function answerMs(url: string, options: RequestInit): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, options);
  const answer = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${answer}`);
  return performance.now() - startedAt;
}

async function samplesOf(measure: () => Promise<number>): Promise<number[]> {
  await measure();
  const samples: number[] = [];
  for (let run = 0; run < RUNS; run++) samples.push(await measure());
  return samples;
}

async function requestsOf(pool: Pool, baseUrl: string, { userId, headers }: SignedIn) {
  const waiting = await pool.query('SELECT id FROM assistants WHERE owner_id = $1 AND queued_at IS NULL', [userId]);
  const pages = await pool.query('SELECT guid FROM pages WHERE owner_id = $1 ORDER BY name LIMIT $2', [
    userId,
    PAGES_IN_VIEW,
  ]);
  const from = new Date();
  const body = JSON.stringify({
    from,
    until: new Date(from.getTime() + 7 * DAY_MS),
    page_guids: pages.rows.map(({ guid }) => guid),
  });
  return {
    forecast: () => answerMs(`${baseUrl}/api/assistants/${waiting.rows[0].id}/forecast`, { method: 'POST', headers }),
    calendar: () =>
      answerMs(`${baseUrl}/api/queue/calendar`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
      }),
  };
}

/** The 99th percentile of strangers' calls while `work` runs. */
async function strangersP99(baseUrl: string, pool: Pool): Promise<(work: () => Promise<unknown>) => Promise<number>> {
  const pages = await fillDrill(pool, { users: STRANGERS, pagesEach: 1, flyers: 5, credits: 1 });
  const strangers = await Promise.all(
    pages.map(async ({ ownerId, deviceSecret }) => ({ headers: await sessionOf(pool, ownerId), deviceSecret })),
  );
  return async (work) => {
    const users = new HonestUsers(baseUrl, strangers);
    const stopping = new AbortController();
    const calls = users.work(stopping.signal);
    await work();
    stopping.abort();
    await calls;
    if (users.log.problems.size > 0) throw new Error([...users.log.problems.keys()].join(', '));
    return users.log.p99(users.log.phase);
  };
}

/** Calls at a steady rate, whether the answers before have come or not. Resolves after the time and all answers. */
async function planSteadily(plan: () => Promise<number>): Promise<void> {
  const answers: Promise<number>[] = [];
  for (let n = 0; n < LOAD_SECONDS * PLANS_PER_SECOND; n++) {
    answers.push(plan());
    await sleep(1_000 / PLANS_PER_SECOND);
  }
  await Promise.all(answers);
}

async function run(): Promise<Figure[]> {
  return withProduct(async ({ pool, baseUrl, signIn }) => {
    const person = await signIn('700000005');
    await fillAccount(pool, person.userId, null, ACCOUNT);
    await limitPages(pool, person.userId);
    // Without delays it would not matter when assistants start.
    await pool.query('UPDATE page_postings SET delay_hours = 1');
    const { forecast, calendar } = await requestsOf(pool, baseUrl, person);
    const figures: Figure[] = [];
    const measure = async (when: string) => {
      await pool.query('VACUUM ANALYZE');
      const given = { unit: 'ms', reference: 'an absolute bound', bound: atMost(1_000) };
      figures.push({ what: `forecast, ${when}`, samples: await samplesOf(forecast), ...given });
      figures.push({
        what: `calendar of ${PAGES_IN_VIEW} pages, ${when}`,
        samples: await samplesOf(calendar),
        ...given,
      });
    };
    await measure('no assistant has started');
    await pool.query(`UPDATE assistants SET started_at = now() - interval '3 hours' WHERE queued_at IS NOT NULL`);
    await pool.query(postedSql);
    await measure('all have started');
    const p99During = await strangersP99(baseUrl, pool);
    const quietly = () => p99During(() => sleep(LOAD_SECONDS * 1_000));
    await quietly();
    for (const [what, plan] of [
      ['forecasts', forecast],
      ['calendars', calendar],
    ] as const) {
      const samples: number[] = [];
      for (let load = 0; load < LOADS; load++) {
        const quiet = await quietly();
        samples.push((await p99During(() => planSteadily(plan))) / quiet);
      }
      const reference = `without ${what}`;
      figures.push({
        what: `99th percentile of strangers' calls beside ${PLANS_PER_SECOND} ${what} a second of one user`,
        unit: 'times',
        samples,
        reference,
        bound: atMost(1.5),
      });
    }
    return figures;
  });
}

export const planBench = { title: '50,000 planned postings on 5,000 pages with limits', run };
