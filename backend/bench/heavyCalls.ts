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
}

const usersSql = `INSERT INTO users (telegram_id, username, first_name, last_name, created_at, last_login_at)
  SELECT (100000000 + n * 7919)::text, 'person_' || md5(n::text)::varchar(8), 'First' || n % 997, 'Last' || n % 9973,
    now() - n * interval '5 minutes', now() - n * interval '3 minutes'
  FROM generate_series(1, $1::int) n`;

/** The assistants of a user that are not in the queue. */
export async function waitingAssistants(pool: Pool, userId: string): Promise<string[]> {
  const { rows } = await pool.query('SELECT id FROM assistants WHERE owner_id = $1 AND queued_at IS NULL', [userId]);
  return rows.map(({ id }) => id);
}

/** Creates a user whose limited pages have a long queue. Returns the calls that read its plan: a forecast, the next hour and the credit outlook. */
export async function planCalls(pool: Pool, { pages, queued }: PlannedQueue): Promise<HeavyCall[]> {
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
  // Only pages that are online are planned. No device polls for them while the bench runs.
  await pool.query(`UPDATE pages SET last_polled_at = now() + interval '1 day' WHERE owner_id = $1`, [userId]);
  const [waiting] = await waitingAssistants(pool, userId);
  const count = (pages * queued).toLocaleString('en-US');
  const read = { method: 'GET', headers };
  return [
    { what: `a forecast after ${count} postings`, path: `/assistants/${waiting}/forecast`, call: { headers } },
    { what: `the next hour of ${count} postings`, path: '/queue/next', call: read },
    { what: `the credit outlook of ${count} postings`, path: '/credits/outlook?time_zone=UTC', call: read },
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
