import { randomUUID } from 'node:crypto';
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

const prepare = async ({ as }: Person = admin) => {
  const { json } = await server.call(exportDetailedPostings, { as, body: {} });
  return `${server.baseUrl}${json.download_url}`;
};

/** While the postings are locked, every export of them waits for its first row. */
async function whileHeld(work: () => Promise<void>, table = 'page_postings'): Promise<void> {
  const holder: PoolClient = await server.context.pool.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  try {
    await work();
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

async function waitingFor(table: string): Promise<number> {
  const { rows } = await server.context.pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`,
    [table],
  );
  return rows[0]?.waiting ?? 0;
}

async function untilWaiting(expected: number, table = 'page_postings'): Promise<void> {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(20)) {
    if ((await waitingFor(table)) === expected) return;
  }
  throw new Error(`${await waitingFor(table)} wait for ${table}, not ${expected}`);
}

const refusedFor10Seconds = async (url: string) => {
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '10']);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
};

test('two of one admin run at once, four in all; one more is answered 429, and its ticket stays valid', async () => {
  const [second, third] = [await signUpAdmin(server), await signUpAdmin(server)];
  let later: string[] = [];
  const running: Promise<string>[] = [];
  const start = async (person: Person) =>
    running.push(fetch(await prepare(person)).then((response) => response.text()));
  await whileHeld(async () => {
    for (const person of [admin, admin]) await start(person);
    await untilWaiting(2);
    later = [await prepare(), await prepare(third)];
    await refusedFor10Seconds(later[0] ?? '');
    for (const person of [second, second]) await start(person);
    await untilWaiting(4);
    await refusedFor10Seconds(later[1] ?? '');
  });
  for (const text of await Promise.all(running)) expect(text.split('\r\n').length).toBeGreaterThan(2);
  for (const url of later) {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect((await answer.text()).split('\r\n').length).toBeGreaterThan(2);
  }
});

test('invalid tickets do not count', async () => {
  const url = await prepare();
  let answers: Promise<number>[] = [];
  await whileHeld(async () => {
    const strangers = Array.from({ length: 4 }, () => `${server.baseUrl}/api/downloads/${randomUUID()}`);
    answers = strangers.map(async (stranger) => (await fetch(stranger)).status);
    await untilWaiting(4, 'download_tickets');
    answers.push(fetch(url).then(({ status }) => status));
    await untilWaiting(5, 'download_tickets');
  }, 'download_tickets');
  expect(await Promise.all(answers)).toEqual([410, 410, 410, 410, 200]);
});

test('a reader that disconnects cancels the query, again and again', async () => {
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

test('an aborted file is recognisable as incomplete', async () => {
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
  const busy = await signUpAdmin(server);
  // The test server's limits are a hundred times the product's.
  await server.context.limits.export.consume(busy.id, 2_000);
  const { status, error } = await server.call(exportDetailedPostings, { as: busy.as, body: {} });
  expect([status, error.code]).toEqual([429, 'rate_limited']);
});

test('nobody else than an admin prepares one, and a ticket needs no session', async () => {
  const refused = await server.call(exportDetailedPostings, { body: {} });
  expect(refused.status).toBe(401);
  const url = await prepare();
  const ticket = url.slice(url.lastIndexOf('/') + 1);
  expect((await server.call(getDownload, { params: { ticket } })).status).toBe(200);
});
