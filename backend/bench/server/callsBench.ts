import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { atMost, type Figure } from '../figure.ts';
import { fillAccount, limitPages } from '../fillAccount.ts';
import { createHonestUsers, whileHonestUsersCall } from '../honestUsers.ts';
import { Installation } from '../installation.ts';
import { newPerson } from '../people.ts';
import { type Call, send } from '../send.ts';

/** 50,000 planned postings on 5,000 pages, and an assistant whose forecast is asked for. */
const PLANNED = { pages: 5_000, assistants: 11, flyersEach: 1, waiting: 1, queued: 10, pagesEach: 5_000 };
/** As many as the web app asks for at once. */
const PAGES_IN_VIEW = 50;
const USERS = 100_000;
const RUNS = 5;
/** As many postings as one Add to Queue creates by itself. Each call adds another assistant. */
const ADDED = { pages: 40, assistants: RUNS + 1, flyersEach: 50, waiting: RUNS + 1, queued: 0, pagesEach: 0 };
const STRANGERS = 20;
const LOAD_SECONDS = Number(process.env.CALLS_LOAD_SECONDS ?? 10);
const LOADS = 3;
const DAY_MS = 86_400_000;

interface MeasuredCall {
  readonly what: string;
  readonly path: (n: number) => string;
  readonly call: Call;
  /** Of the time of an answer, in ms. */
  readonly bound: number;
  /** How often one user makes the call while strangers are measured; null: strangers are not measured. */
  readonly perSecond: number | null;
}

/** Without delays it would not matter when assistants start. Half of the assistants have started, with a post on each page. */
const startedSql = `UPDATE page_postings SET delay_hours = 1;
  UPDATE assistants SET started_at = now() - interval '3 hours' WHERE queued_at IS NOT NULL;
  UPDATE page_postings
  SET status = 'completed', (claimed_at, posted_at, publish_at) = (at, at, at)
  FROM (SELECT now() - interval '2 hours' AS at, min(id::text)::uuid AS assistant_id FROM assistants WHERE queued_at IS NOT NULL) t
  WHERE page_postings.assistant_id = t.assistant_id`;

const usersSql = `INSERT INTO users (telegram_id, username, first_name, last_name, credits_balance, created_at, last_login_at)
  SELECT (100000000 + n * 7919)::text, 'person_' || md5(n::text)::varchar(8), 'First' || n % 997, 'Last' || n % 9973,
    n % 400, now() - n * interval '5 minutes', now() - n * interval '3 minutes'
  FROM generate_series(1, ${USERS}) n`;

const waitingOf = async (pool: Pool, userId: string): Promise<string[]> => {
  const { rows } = await pool.query('SELECT id FROM assistants WHERE owner_id = $1 AND queued_at IS NULL', [userId]);
  return rows.map(({ id }) => id);
};

async function planCalls(pool: Pool): Promise<MeasuredCall[]> {
  const { userId, headers } = await newPerson(pool);
  await fillAccount(pool, userId, null, PLANNED);
  await limitPages(pool, userId);
  await pool.query(startedSql);
  const [waiting] = await waitingOf(pool, userId);
  const { rows } = await pool.query('SELECT guid FROM pages WHERE owner_id = $1 ORDER BY name LIMIT $2', [
    userId,
    PAGES_IN_VIEW,
  ]);
  const from = new Date();
  const body = { from, until: new Date(from.getTime() + 7 * DAY_MS), page_guids: rows.map(({ guid }) => guid) };
  const forecast = `/assistants/${waiting}/forecast`;
  const limits = { bound: 1_000, perSecond: 2 };
  return [
    { what: 'a forecast of 50,000 postings', path: () => forecast, call: { headers }, ...limits },
    { what: 'the calendar of 50 of 5,000 pages', path: () => '/queue/calendar', call: { headers, body }, ...limits },
  ];
}

async function addToQueueCall(pool: Pool): Promise<MeasuredCall> {
  const { userId, headers } = await newPerson(pool);
  await fillAccount(pool, userId, null, ADDED);
  await pool.query(`UPDATE pages SET tags = '{promo}' WHERE owner_id = $1`, [userId]);
  const waiting = await waitingOf(pool, userId);
  const path = (n: number) => `/assistants/${waiting[n]}/add-to-queue`;
  return { what: 'Add to Queue of 2,000 postings', path, call: { headers }, bound: 1_000, perSecond: null };
}

async function userLists(pool: Pool): Promise<MeasuredCall[]> {
  await pool.query(usersSql);
  const { headers } = await newPerson(pool, { isAdmin: true });
  const call = { method: 'GET', headers: { ...headers, 'Accept-Encoding': 'gzip' } };
  const common = { call, bound: 5_000, perSecond: 0.5 };
  return [
    { what: 'the list of 100,000 users', path: () => '/admin/users', ...common },
    { what: 'the list of the credits of 100,000 users', path: () => '/credits/admin/users-credits', ...common },
  ];
}

async function run(): Promise<Figure[]> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const { baseUrl } = await installation.startProduct();
    const calls = [...(await planCalls(pool)), await addToQueueCall(pool), ...(await userLists(pool))];
    const strangers = await createHonestUsers(pool, STRANGERS);
    await pool.query('VACUUM ANALYZE');
    const answerMs = async ({ path, call }: MeasuredCall, n = 0) => {
      const startedAt = performance.now();
      const answer = await send(`${baseUrl}/api${path(n)}`, call);
      if (answer.status !== 200) throw new Error(`${path(n)} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      return performance.now() - startedAt;
    };
    const figures: Figure[] = [];
    for (const call of calls) {
      const samples: number[] = [];
      // The first call is a warm-up.
      for (let n = 0; n <= RUNS; n++) samples.push(await answerMs(call, n));
      const reference = 'an absolute bound';
      figures.push({ what: call.what, unit: 'ms', samples: samples.slice(1), reference, bound: atMost(call.bound) });
    }
    const strangersP99 = async (work: () => Promise<unknown>) => {
      const { p99, problems } = await whileHonestUsersCall(baseUrl, strangers, work);
      if (problems.length > 0) throw new Error(problems.join(', '));
      return p99;
    };
    /** Calls at a steady rate, whether the answers before have come or not. */
    const callSteadily = async (call: MeasuredCall, perSecond: number) => {
      const answers: Promise<number>[] = [];
      for (let n = 0; n < LOAD_SECONDS * perSecond; n++) {
        answers.push(answerMs(call));
        await sleep(1_000 / perSecond);
      }
      await Promise.all(answers);
    };
    await strangersP99(() => sleep(LOAD_SECONDS * 1_000));
    for (const call of calls) {
      const { what, perSecond } = call;
      if (perSecond === null) continue;
      const samples: number[] = [];
      for (let load = 0; load < LOADS; load++) {
        const quiet = await strangersP99(() => sleep(LOAD_SECONDS * 1_000));
        samples.push((await strangersP99(() => callSteadily(call, perSecond))) / quiet);
      }
      figures.push({
        what: `99th percentile of strangers' calls beside ${what}, ${perSecond} a second`,
        unit: 'times',
        samples,
        reference: 'without it, same run',
        bound: atMost(1.5),
      });
    }
    return figures;
  });
}

export const callsBench = { title: 'large calls of one user, and the calls of others beside them', run };
