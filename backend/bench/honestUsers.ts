import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fillDevices, sessionOf } from './fillDevices.ts';
import { CallLog } from './fleet.ts';
import { type Headers, send } from './send.ts';

type HonestUser = Readonly<{ headers: Headers; deviceSecret: string }>;

const PATHS = ['/auth/me', '/tasks', '/queue/info', '/extension/poll'];
const EVERY_MS = 10;

export async function createHonestUsers(pool: Pool, users: number): Promise<HonestUser[]> {
  const pages = await fillDevices(pool, { users, pagesEach: 1, flyers: 20, credits: 1 });
  return Promise.all(
    pages.map(async ({ ownerId, deviceSecret }) => ({ headers: await sessionOf(pool, ownerId), deviceSecret })),
  );
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
  const callOnce = async (n: number) => {
    const { headers, deviceSecret } = users[n % users.length] as HonestUser;
    const path = PATHS[Math.floor(n / users.length) % PATHS.length] ?? '';
    const startedAt = performance.now();
    const call = path.endsWith('poll')
      ? { headers: { Authorization: `Bearer ${deviceSecret}` }, body: { health: 'ok' } }
      : { method: 'GET', headers };
    const { status } = await send(`${baseUrl}/api${path}`, { ...call, withinMs: 20_000 });
    log.add(path, performance.now() - startedAt);
    if (status !== 200) log.problem(`an honest ${path} was answered ${status || 'with a closed connection'}`);
  };
  const calls: Promise<void>[] = [];
  let isOver = false;
  const calling = (async () => {
    for (; !isOver; await sleep(EVERY_MS)) calls.push(callOnce(calls.length));
    await Promise.all(calls);
  })();
  const done = await work().finally(() => {
    isOver = true;
  });
  await calling;
  return { done, p99: log.p99(log.phase), problems: log.failures };
}
