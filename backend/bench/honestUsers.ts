import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { CallLog } from './callLog.ts';
import { fillDevices } from './fillDevices.ts';
import { sessionOf } from './people.ts';
import { type Call, type Headers, send } from './send.ts';

interface HonestUser {
  readonly headers: Headers;
  readonly deviceSecret: string;
}

const EVERY_MS = 10;
const ANSWER_WITHIN_MS = 20_000;

/** Creates users with a page and its device each. */
export async function createHonestUsers(pool: Pool, users: number): Promise<HonestUser[]> {
  const pages = await fillDevices(pool, { users, pagesEach: 1, flyers: 20, credits: 1 });
  return Promise.all(
    pages.map(async ({ ownerId, deviceSecret }) => ({ headers: await sessionOf(pool, ownerId), deviceSecret })),
  );
}

async function callOnce(baseUrl: string, { headers, deviceSecret }: HonestUser, kind: number, log: CallLog) {
  const get = { method: 'GET', headers };
  const calls: readonly (readonly [string, Call])[] = [
    ['/auth/me', get],
    ['/tasks', get],
    ['/queue/info', get],
    ['/extension/poll', { headers: { Authorization: `Bearer ${deviceSecret}` }, body: { health: 'ok' } }],
  ];
  const [path, call] = calls[kind % calls.length] as (typeof calls)[number];
  const startedAt = performance.now();
  const { status } = await send(`${baseUrl}/api${path}`, { ...call, withinMs: ANSWER_WITHIN_MS });
  log.add(path, performance.now() - startedAt);
  if (status !== 200) log.problem(`an honest ${path} was answered ${status || 'with a closed connection'}`);
}

/**
 * Users and devices that call the server at a steady rate while `work` runs. Slow answers do not delay the next calls. Returns the
 * 99th percentile of their response times, in ms, and their unexpected answers.
 */
export async function whileHonestUsersCall<T>(
  baseUrl: string,
  users: readonly HonestUser[],
  work: () => Promise<T>,
): Promise<{ done: T; p99: number; problems: string[] }> {
  const log = new CallLog();
  const running = new Set<Promise<void>>();
  let isOver = false;
  const calling = (async () => {
    for (let n = 0; !isOver; n++) {
      const user = users[n % users.length] as HonestUser;
      const call = callOnce(baseUrl, user, Math.floor(n / users.length), log).finally(() => running.delete(call));
      running.add(call);
      await sleep(EVERY_MS);
    }
    await Promise.all(running);
  })();
  const done = await work().finally(() => {
    isOver = true;
  });
  await calling;
  return { done, p99: log.p99(log.phase), problems: log.failures };
}
