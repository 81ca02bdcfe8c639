import { forecastAssistant, listCalendar } from '@flyerdeck/contracts';
import { waitForLockWait, whileLocked } from '../../test/locks.ts';
import { descendantsOf, prioritiesOf } from '../../test/processTable.ts';
import { useTestServer } from '../../test/testServer.ts';
import { makeAssistantWithFlyers } from '../api/flyers.testing.ts';
import { signUp } from '../api/people.testing.ts';
import { CALENDAR } from '../calendar/calendar.service.ts';
import { urlOf } from '../database/pool.ts';
import { PLAN_LIMITS, type PlanLimits, Plans } from './plans.ts';

const server = useTestServer();
const OWNER = '00000000-0000-4000-8000-000000000001';
const body = { from: '2026-06-01T00:00:00Z', until: '2026-06-02T00:00:00Z', page_guids: [OWNER] };
const planOf = ({ plans }: { plans: Plans }, ownerId = OWNER) =>
  plans
    .compute({ ownerId, leaving: new AbortController().signal }, CALENDAR, ownerId, body)
    .then((json) => json.parse());
const EMPTY = { pages: [{ page_guid: OWNER, postings: [], left_out: 0 }], tasks: [] };

/** While `work` runs, plans wait for a lock. */
const whileBlocked = <T>(work: () => Promise<T>) => whileLocked(server.context.pool, 'page_postings', work);
const planProcesses = async () =>
  (await descendantsOf(process.pid)).filter(({ command }) => command.includes('planProcess'));
/** Waits until no statement of a plan runs. */
async function noStatement(): Promise<void> {
  const active = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'flyerdeck-plans'
    AND state <> 'idle'`;
  while ((await server.context.pool.query(active)).rowCount !== 0);
}
const BUSY = { status: 503, code: 'unavailable', headers: { 'Retry-After': '2' } };

test('a crash of the process fails its plan with 503, and the next plan is computed [S2.4-2]', async () => {
  await whileBlocked(async () => {
    const failed = expect(planOf(server.context)).rejects.toMatchObject(BUSY);
    await waitForLockWait(server.context.db);
    for (const { id } of await planProcesses()) process.kill(id, 'SIGKILL');
    await failed;
  });
  expect(await planOf(server.context)).toEqual(EMPTY);
});

test('an error of a plan has its code, and the next plan is computed', async () => {
  await expect(planOf(server.context, 'no uuid')).rejects.toMatchObject({ code: '22P02' });
  expect(await planOf(server.context)).toEqual(EMPTY);
});

test('owners take turns, however many plans one of them has requested [S2.4-2]', async () => {
  const done: string[] = [];
  const other = '00000000-0000-4000-8000-000000000002';
  const all = await whileBlocked(async () => {
    const order = [OWNER, OWNER, OWNER, other];
    const requested = order.map((owner) => planOf(server.context, owner).then(() => done.push(owner)));
    await waitForLockWait(server.context.db);
    expect(await planProcesses()).toHaveLength(1);
    return requested;
  });
  await Promise.all(all);
  expect(done).toEqual([OWNER, other, OWNER, OWNER]);
});

// Elsewhere the priority is not changed.
if (process.platform === 'linux') {
  test('the Postgres process of plans has a low priority', async () => {
    const plans = new Plans(urlOf(server.context.db), server.context.logger);
    await planOf({ plans });
    const { rows } = await server.context.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'flyerdeck-plans'`,
    );
    plans.stop();
    expect(rows.map(({ pid }) => prioritiesOf(pid))).toContainEqual([10, 10]);
  });
}

test.each<[string, (assistantId: string) => string]>([
  ['calendar', () => listCalendar.path],
  ['forecast', (id) => forecastAssistant.path.replace(':id', id)],
])(
  'a %s is computed in the process of plans, and ends with its statement when the caller leaves [S2.4-2]',
  async (_, pathOf) => {
    const owner = await signUp(server);
    const { sessionToken, telegramId } = owner.as;
    const { id } = await makeAssistantWithFlyers(server, owner);
    const leaving = new AbortController();
    const ask = () =>
      fetch(`${server.baseUrl}/api${pathOf(id)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Session-Token': sessionToken, 'X-Telegram-ID': telegramId },
        body: JSON.stringify(body),
        signal: leaving.signal,
      }).catch((error: Error) => error.name);
    await whileBlocked(async () => {
      const left = [ask(), ask()];
      await waitForLockWait(server.context.db);
      const { rows } = await server.context.pool.query(
        `SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows).toEqual([{ application_name: 'flyerdeck-plans' }]);
      leaving.abort();
      expect(await Promise.all(left)).toEqual(['AbortError', 'AbortError']);
      await noStatement();
    });
    expect(await planOf(server.context)).toEqual(EMPTY);
  },
);

test('plans are refused with 503 and Retry-After if too many wait, or if they wait or take too long [S2.4-2]', async () => {
  const { db, logger } = server.context;
  const start = (limits: Partial<PlanLimits>) => ({
    plans: new Plans(urlOf(db), logger, { ...PLAN_LIMITS, ...limits }),
  });
  await whileBlocked(async () => {
    const full = start({ waiting: 1 });
    const [running, waiting] = [planOf(full), planOf(full)].map((plan) => expect(plan).rejects.toMatchObject(BUSY));
    await expect(planOf(full)).rejects.toThrow('Too many plans are being computed right now.');
    await expect(planOf(start({ runMs: 1 }))).rejects.toThrow('Computing this plan took too long.');
    const impatient = start({ waitMs: 1 });
    const first = expect(planOf(impatient)).rejects.toMatchObject(BUSY);
    await expect(planOf(impatient)).rejects.toThrow('Too many plans are being computed right now.');
    for (const { plans } of [full, impatient]) plans.stop();
    await Promise.all([running, waiting, first]);
  });
});
