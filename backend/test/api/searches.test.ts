import {
  type Endpoint,
  forecastAssistant,
  getPerformanceAnalytics,
  listAuditEvents,
  listCalendar,
  listDetailedPostings,
  me,
} from '@flyerdeck/contracts';
import { eventually } from '../eventually.ts';
import { whileLocked as whileTableLocked } from '../locks.ts';
import { useTestServer } from '../testServer.ts';
import { makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp, useAdmin } from './people.testing.ts';

const server = useTestServer();
const admin = useAdmin(server);

const whileLocked = (table: string, work: () => Promise<void>) => whileTableLocked(server.context.pool, table, work);

async function waitingStatements(): Promise<number[]> {
  const { rows } = await server.context.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}

const waitForStatements = (count: number) => eventually(waitingStatements, ({ length }) => length === count);

const headersOf = ({ as }: Person) => ({ 'X-Session-Token': as.sessionToken, 'X-Telegram-ID': as.telegramId });
const searchAs = (person: Person, signal?: AbortSignal) =>
  fetch(`${server.baseUrl}/api/page-postings/detailed-admin?search=e`, {
    headers: headersOf(person),
    ...(signal && { signal }),
  });

test('six searches that wait stop no other call of the same admin, and two of them run at a time', async () => {
  let held: Promise<number>[] = [];
  await whileLocked('page_postings', async () => {
    held = Array.from({ length: 6 }, async () => (await searchAs(admin)).status);
    await waitForStatements(2);
    expect((await server.call(me, { as: admin.as })).status).toBe(200);
    expect(await waitingStatements()).toHaveLength(2);
  });
  expect(await Promise.all(held)).toEqual([200, 200, 200, 200, 200, 200]);
});

test.each<[string, Endpoint, string]>([
  ['the list of postings', listDetailedPostings, 'page_postings'],
  ['the analytics', getPerformanceAnalytics, 'page_postings'],
  ['the audit events', listAuditEvents, 'audit_events'],
])('the statement of %s is cancelled when the admin disconnects', async (_, { path }, table) => {
  await whileLocked(table, async () => {
    const disconnect = new AbortController();
    const call = fetch(`${server.baseUrl}/api${path}`, { headers: headersOf(admin), signal: disconnect.signal });
    await waitForStatements(1);
    disconnect.abort();
    await expect(call).rejects.toThrow();
    await waitForStatements(0);
  });
});

test.each<[string, 'GET' | 'POST', (assistantId: string) => string]>([
  ['calendars', 'GET', () => `${listCalendar.path}?from=2026-06-01T00:00:00Z&until=2026-06-02T00:00:00Z`],
  ['forecasts', 'POST', (id) => forecastAssistant.path.replace(':id', id)],
])('two %s of a user run at a time, and are cancelled when the user leaves [S2.4-2]', async (_, method, pathOf) => {
  const owner = await signUp(server);
  const { id } = await makeAssistantWithFlyers(server, owner);
  const leaving = new AbortController();
  const ask = async () =>
    expect(
      fetch(`${server.baseUrl}/api${pathOf(id)}`, { method, headers: headersOf(owner), signal: leaving.signal }),
    ).rejects.toThrow();
  await whileLocked('page_postings', async () => {
    const left = [ask(), ask(), ask()];
    await waitForStatements(2);
    expect((await server.call(me, { as: owner.as })).status).toBe(200);
    expect(await waitingStatements()).toHaveLength(2);
    leaving.abort();
    await Promise.all(left);
    await waitForStatements(0);
  });
});

test('a search that exceeds the time limit of its statement is answered with 503, and the next one works', async () => {
  await whileLocked('page_postings', async () => {
    const answer = searchAs(admin);
    const [pid] = await waitForStatements(1);
    // The error of the time limit.
    await server.context.pool.query('SELECT pg_cancel_backend($1)', [pid]);
    const { status, headers, json } = await answer.then(async (response) => ({
      status: response.status,
      headers: response.headers,
      json: await response.json(),
    }));
    expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
    expect(json).toEqual({
      error: 'This took too long. Please narrow your search, or try again later.',
      code: 'unavailable',
    });
  });
  expect((await searchAs(admin)).status).toBe(200);
});
