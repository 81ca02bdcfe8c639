import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fillAccount, limitPages } from './fillAccount.ts';
import { newPerson } from './people.ts';
import { type Call, type Headers, send } from './send.ts';

/** A call whose answer takes the server much work. */
export interface HeavyCall {
  readonly what: string;
  readonly path: string;
  readonly call: Call;
}

/** Assistants with one flyer, queued on every page, and one that waits. */
export interface PlannedQueue {
  readonly pages: number;
  readonly queued: number;
  /** Half of the assistants have started, with a post on each page that nobody paid for. */
  readonly isStarted?: boolean;
}

/** As many as the web app asks for at once. */
const PAGES_IN_VIEW = 50;
const DAY_MS = 86_400_000;

/** Without delays it would not matter when assistants start. */
const START = [
  'UPDATE page_postings SET delay_hours = 1 WHERE owner_id = $1',
  `UPDATE assistants SET started_at = now() - interval '3 hours' WHERE owner_id = $1 AND queued_at IS NOT NULL`,
  `UPDATE page_postings
   SET status = 'completed', (claimed_at, posted_at, publish_at) = (at, at, at)
   FROM (SELECT now() - interval '2 hours' AS at, min(id::text)::uuid AS assistant_id FROM assistants
     WHERE owner_id = $1 AND queued_at IS NOT NULL) t
   WHERE page_postings.assistant_id = t.assistant_id`,
];

const usersSql = `INSERT INTO users (telegram_id, username, first_name, last_name, created_at, last_login_at)
  SELECT (100000000 + n * 7919)::text, 'person_' || md5(n::text)::varchar(8), 'First' || n % 997, 'Last' || n % 9973,
    now() - n * interval '5 minutes', now() - n * interval '3 minutes'
  FROM generate_series(1, $1::int) n`;

/** The assistants of a user that are not in the queue. */
export async function waitingAssistants(pool: Pool, userId: string): Promise<string[]> {
  const { rows } = await pool.query('SELECT id FROM assistants WHERE owner_id = $1 AND queued_at IS NULL', [userId]);
  return rows.map(({ id }) => id);
}

/** Creates a user whose limited pages have a long queue. Returns the calls that compute its plan: a forecast and a calendar. */
export async function planCalls(
  pool: Pool,
  { pages, queued, isStarted }: PlannedQueue,
): Promise<[HeavyCall, HeavyCall]> {
  const { userId, headers } = await newPerson(pool);
  await fillAccount(pool, userId, null, {
    pages,
    assistants: queued + 1,
    flyersEach: 1,
    waiting: 1,
    queued,
    pagesEach: pages,
  });
  await limitPages(pool, userId);
  for (const text of isStarted ? START : []) await pool.query(text, [userId]);
  const [waiting] = await waitingAssistants(pool, userId);
  const { rows } = await pool.query('SELECT guid FROM pages WHERE owner_id = $1 ORDER BY name LIMIT $2', [
    userId,
    PAGES_IN_VIEW,
  ]);
  const from = new Date();
  const body = { from, until: new Date(from.getTime() + 7 * DAY_MS), page_guids: rows.map(({ guid }) => guid) };
  const count = (pages * queued).toLocaleString('en-US');
  return [
    { what: `a forecast of ${count} postings`, path: `/assistants/${waiting}/forecast`, call: { headers } },
    {
      what: `the calendar of ${rows.length} of ${pages.toLocaleString('en-US')} pages`,
      path: '/queue/calendar',
      call: { headers, body },
    },
  ];
}

/** Creates so many users, and an admin who lists them and their credits. */
export async function userListCalls(pool: Pool, users: number): Promise<[HeavyCall, HeavyCall]> {
  await pool.query(usersSql, [users]);
  const { headers } = await newPerson(pool, { isAdmin: true });
  const call = { method: 'GET', headers: { ...headers, 'Accept-Encoding': 'gzip' } as Headers };
  const count = users.toLocaleString('en-US');
  return [
    { what: `the list of ${count} users`, path: '/admin/users', call },
    { what: `the list of the credits of ${count} users`, path: '/credits/admin/users-credits', call },
  ];
}

/** Makes the call, and returns how long its answer took, in ms. */
export async function answerMs(baseUrl: string, { path, call }: HeavyCall): Promise<number> {
  const startedAt = performance.now();
  const answer = await send(`${baseUrl}/api${path}`, call);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return performance.now() - startedAt;
}

/**
 * Makes the calls in turn at a steady rate until the signal aborts, whether the answers before have come or not. Returns their number, and
 * a sentence for each that failed.
 */
export async function callSteadily(
  baseUrls: readonly string[],
  calls: readonly HeavyCall[],
  { everyMs, signal }: { readonly everyMs: number; readonly signal: AbortSignal },
): Promise<{ made: number; problems: string[] }> {
  const answers: Promise<unknown>[] = [];
  const problems: string[] = [];
  for (let n = 0; !signal.aborted; n++) {
    const answer = answerMs(baseUrls[n % baseUrls.length] as string, calls[n % calls.length] as HeavyCall);
    answers.push(answer.catch((error: Error) => problems.push(error.message)));
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(answers);
  return { made: answers.length, problems };
}
