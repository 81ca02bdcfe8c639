import { setTimeout as sleep } from 'node:timers/promises';
import { exportDetailedPostings, getDownload } from '@flyerdeck/contracts';
import type { PoolClient } from 'pg';
import { useTestServer } from '../../test/testServer.ts';
import { type Person, signUpAdmin } from '../api/people.testing.ts';
import { signUpPosting } from '../api/postingOwner.testing.ts';

const server = useTestServer();
let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
  await signUpPosting(server, { flyers: ['one', 'two'] });
});

const prepare = async () => {
  const { json } = await server.call(exportDetailedPostings, { as: admin.as, body: {} });
  return `${server.baseUrl}${json.download_url}`;
};

/** While somebody holds the postings, every export of them waits for its first row. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  const holder: PoolClient = await server.context.pool.connect();
  await holder.query('BEGIN; LOCK TABLE page_postings IN ACCESS EXCLUSIVE MODE');
  try {
    await work();
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

async function waitingExports(): Promise<number> {
  const { rows } = await server.context.pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%page_postings%'`,
  );
  return rows[0]?.waiting ?? 0;
}

async function untilWaiting(expected: number): Promise<void> {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(20)) {
    if ((await waitingExports()) === expected) return;
  }
  throw new Error(`${await waitingExports()} exports wait, not ${expected}`);
}

test('four run at once; a fifth is told to come again, and its ticket stays good', async () => {
  let fifth = '';
  let running: Promise<string>[] = [];
  await whileHeld(async () => {
    const urls = await Promise.all([prepare(), prepare(), prepare(), prepare()]);
    running = urls.map(async (url) => (await fetch(url)).text());
    await untilWaiting(4);
    fifth = await prepare();
    const refused = await fetch(fifth);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('10');
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  });
  for (const text of await Promise.all(running)) expect(text.split('\r\n').length).toBeGreaterThan(2);
  const answer = await fetch(fifth);
  expect(answer.status).toBe(200);
  expect((await answer.text()).split('\r\n').length).toBeGreaterThan(2);
});

test('whoever goes away takes the query along, again and again', async () => {
  await whileHeld(async () => {
    for (let round = 0; round < 6; round++) {
      const leaving = new AbortController();
      const gone = fetch(await prepare(), { signal: leaving.signal }).then((response) => response.text());
      gone.catch(() => undefined);
      await untilWaiting(1);
      leaving.abort();
      await expect(gone).rejects.toThrow();
      await untilWaiting(0);
    }
  });
  expect((await fetch(await prepare())).status).toBe(200);
});

test('a file that breaks off is seen to be broken', async () => {
  let outcome: Promise<string> = Promise.resolve('');
  await whileHeld(async () => {
    const url = await prepare();
    outcome = fetch(url).then((response) => response.text());
    outcome.catch(() => undefined);
    await untilWaiting(1);
    await server.context.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%page_postings%'`,
    );
    await expect(outcome).rejects.toThrow();
  });
});

test('one admin prepares twenty files a minute, not more', async () => {
  const { exports } = server.context.limits;
  // The test server's limits are a hundred times the product's.
  await exports.consume('somebody', 2_000);
  await expect(exports.consume('somebody')).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
});

test('nobody else than an admin prepares one, and a ticket needs no session', async () => {
  const refused = await server.call(exportDetailedPostings, { body: {} });
  expect(refused.status).toBe(401);
  const url = await prepare();
  const ticket = url.slice(url.lastIndexOf('/') + 1);
  expect((await server.call(getDownload, { params: { ticket } })).status).toBe(200);
});
