import { DEVICE_PROBLEMS, PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import { fillAccount } from '../../../bench/fillAccount.ts';
import { countReads } from '../../../test/countReads.ts';
import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import {
  type BuiltPage,
  buildPage,
  buildQueuedAssistant,
  buildUser,
  insertRunner,
  readLedger,
} from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { findPageFacts } from '../../admin/pages/pageDiagnosis.query.ts';
import { listAssistantRows } from '../../assistants/assistants.query.ts';
import { listPagesWithPostings, planPages } from '../../assistants/calendar/calendar.query.ts';
import { listTaskPostings, listTasksByStatus, listTasksOfAssistant } from '../../assistants/tasks/tasks.query.ts';
import { recordOfflineAlerts } from '../../bot/alerts/alerts.query.ts';
import { poolOf } from '../../database/pool.ts';
import { type Db, sql } from '../../database/statement.ts';
import { createDeviceCalls } from '../../pages/device/extension.service.ts';
import { findRunnerWork, markConnectedPages } from '../../server/live/connected.query.ts';
import { hashSecret, newSecret } from '../../server/security/secrets.ts';
import { listRows } from '../attention/attention.routes.ts';
import { sweepOfflinePages } from '../end/sweeps.ts';
import { countQueue, switchPosting } from '../queue/queue.query.ts';
import { type Claim, claimPosting } from './claim.query.ts';

const database = useTestDatabase({ poolSize: 24 });
const db = () => database.db;

type Device = ReturnType<typeof deviceOf>;
type Flyers = Omit<Parameters<typeof buildQueuedAssistant>[2], 'pages'>;
/** An owner with posting on, and an assistant that posts on so many pages. */
async function buildOwner(pageCount = 1, flyers: Flyers = {}, { posting = true } = {}) {
  const { id } = await buildUser(db(), { posting });
  const pages: BuiltPage[] = [];
  for (let n = 0; n < pageCount; n++) pages.push(await buildPage(db(), id, { name: `Page ${n}` }));
  const { id: assistantId } = await buildQueuedAssistant(db(), id, { pages, ...flyers });
  const [page] = pages as [BuiltPage];
  return {
    id,
    pages,
    page,
    assistantId,
    device: deviceOf(db(), page),
    pause: (reason: string | null) =>
      db().query('UPDATE assistants SET pause_reason = $2 WHERE id = $1', [assistantId, reason]),
    started: (ago: string) =>
      db().query(`UPDATE assistants SET started_at = now() - interval '${ago}' WHERE id = $1`, [assistantId]),
    setUser: (values: string) => db().query(`UPDATE users SET ${values} WHERE id = $1`, [id]),
    /** The owner has paid for so many pages, and the ledger says the same. */
    async expectFees(fees: number): Promise<void> {
      const balance = 150 - PAGE_DAY_CREDITS * fees;
      expect(await readLedger(db(), id)).toEqual({ balance, ledgerSum: balance, lastBalanceAfter: balance });
    },
    /** The number of fees of each page that has one. */
    feesOfPages: async (): Promise<number[]> =>
      (
        await db().query(
          `SELECT count(*)::int AS fees FROM credit_transactions WHERE user_id = $1 AND transaction_type = 'spending' GROUP BY page_guid`,
          [id],
        )
      ).map(({ fees }: { fees: number }) => fees),
  };
}
const claimOf = ({ guid }: BuiltPage): Claim & { token: string } => {
  const token = newSecret();
  return { pageGuid: guid, token, tokenHash: hashSecret(token), leaseSeconds: 120 };
};

describe('claiming', () => {
  it('makes one claim and one charge per page when 20 connections claim at once [S2.3-1]', async () => {
    const { id, pages, expectFees, feesOfPages } = await buildOwner(4, { flyers: ['a', 'b', 'c'] });
    const tries = Array.from({ length: 20 }, (_, n) => claimOf(pages[n % pages.length] as BuiltPage));
    const outcomes = await Promise.all(tries.map((claim) => claimPosting(db(), claim)));
    expect(outcomes.filter((outcome) => outcome.claimed)).toHaveLength(pages.length);
    expect(await feesOfPages()).toEqual([1, 1, 1, 1]);
    await expectFees(4);
    const inFlight = await db().query('SELECT DISTINCT page_guid FROM in_flight WHERE owner_id = $1', [id]);
    expect(inFlight).toHaveLength(pages.length);
  });

  it('does not charge again for a claim that starts before the first post is committed', async () => {
    const { page, feesOfPages } = await buildOwner(1, { flyers: ['a', 'b'] });
    const first = await database.pool.connect();
    try {
      await first.query('BEGIN');
      const device = deviceOf(db(), page, { on: dbOn(first) });
      await device.posted(await device.claim());
      // Other connections see the page as unpaid. They cannot claim on it while this transaction has locked it.
      expect(await claimPosting(db(), claimOf(page))).toEqual({ outcome: 'busy', claimed: null });
      await first.query('COMMIT');
      expect((await claimPosting(db(), claimOf(page))).claimed?.description).toBe('b');
    } finally {
      first.release();
    }
    expect(await feesOfPages()).toEqual([1]);
  });

  it('does not spend the same credits for two pages [S2.3-1]', async () => {
    const { pages, expectFees } = await buildOwner(20);
    const claims = await Promise.all(pages.map((page) => deviceOf(db(), page).poll()));
    // 150 credits pay for 15 pages.
    expect(claims.filter((outcome) => outcome.claimed)).toHaveLength(15);
    expect(claims.some((outcome) => outcome.waitReason === 'insufficient_credits')).toBe(true);
    await expectFees(15);
  });

  it('pauses the assistant and keeps its postings pending when the credits are insufficient', async () => {
    const { assistantId, device, setUser } = await buildOwner();
    await setUser('credits_balance = 9');
    expect(await device.poll()).toMatchObject({ claimed: null, waitReason: 'insufficient_credits' });
    const state = await db().query(
      'SELECT pause_reason, status FROM assistants a JOIN page_postings ON assistant_id = a.id WHERE a.id = $1',
      [assistantId],
    );
    expect(state).toEqual([{ pause_reason: 'insufficient_credits', status: 'pending' }]);
  });

  it('charges a page for its first post and not again for 24 hours [9-01, 9-02]', async () => {
    const { page, device, expectFees } = await buildOwner(1, { flyers: ['a', 'b', 'c'] });
    for (const _ of [1, 2]) await device.posted(await device.claim());
    await expectFees(1);
    await db().query(`UPDATE pages SET paid_until = now() - interval '1 millisecond' WHERE guid = $1`, [page.guid]);
    await device.posted(await device.claim());
    await expectFees(2);
  });

  it('returns no posting and a reason while posting is off, the assistant is paused, the account is deactivated or the device has a problem', async () => {
    const { id, device, pause, setUser } = await buildOwner(1, {}, { posting: false });
    const refused = (waitReason: string | null) => expect.objectContaining({ claimed: null, waitReason });
    expect(await device.poll()).toEqual(refused('queue_paused'));
    await switchPosting(db(), [id, true]);
    await pause('user');
    expect(await device.poll()).toEqual(refused('assistant_paused'));
    await pause(null);
    await setUser('is_active = false');
    expect(await device.poll()).toEqual(refused('account_deactivated'));
    await setUser('is_active = true');
    for (const problem of DEVICE_PROBLEMS) expect(await device.poll({ health: problem })).toEqual(refused(problem));
    const { claimed } = await device.poll({ health: 'ok' });
    if (!claimed) throw new Error('nothing was claimed');
    await device.submitting(claimed);
    expect(await device.poll()).toMatchObject({ claimed: null, waitReason: null, nextPollSeconds: 5 });
  });

  it('returns postings of a page in queue order, each flyer once before any duplicate, and skips paused assistants [2.8-12]', async () => {
    const rules = { duplication_time_hours: 12 };
    const { id, page, device, pause } = await buildOwner(1, { flyers: ['first a', 'first b'], rules });
    await buildQueuedAssistant(db(), id, { pages: [page], flyers: ['second'] });
    const next = async () => {
      const claimed = await device.claim();
      await device.posted(claimed);
      return claimed.description;
    };
    expect(await next()).toBe('first a');
    await pause('user');
    expect(await next()).toBe('second');
    await pause(null);
    expect([await next(), await next(), await next()]).toEqual(['first b', 'first a', 'first b']);
    expect((await device.poll()).claimed).toBeNull();
  });
});

describe('claiming in batches', () => {
  test('two processes that claim and report the same pages in opposite orders charge and post each page once', async () => {
    const owners = await Promise.all([1, 2].map(() => buildOwner(10, { flyers: ['a', 'b'] })));
    const pages = owners.flatMap((owner) => owner.pages);
    const processes = [createDeviceCalls(db()), createDeviceCalls(db())] as const;
    for (const flyer of ['a', 'b']) {
      const claimBy = async (calls: (typeof processes)[number], page: BuiltPage) => {
        const claim = claimOf(page);
        return { page, tokenHash: claim.tokenHash, ...(await calls.claim(claim)) };
      };
      const outcomes = await Promise.all([
        ...pages.map((page) => claimBy(processes[0], page)),
        ...pages.toReversed().map((page) => claimBy(processes[1], page)),
      ]);
      // A page that both processes skipped is claimed at its next poll.
      const claimed = outcomes.filter((outcome) => outcome.claimed);
      for (const page of pages.filter(({ guid }) => !claimed.some((outcome) => outcome.page.guid === guid)))
        claimed.push(await claimBy(processes[0], page));
      expect(claimed.map(({ page }) => page.guid).sort()).toEqual(pages.map(({ guid }) => guid).sort());
      expect(claimed.every((outcome) => outcome.claimed?.description === flyer)).toBe(true);
      const reports = claimed.flatMap(({ page, tokenHash, claimed: posting }) => {
        const secretHash = hashSecret(page.deviceSecret);
        const report = { secretHash, postingId: posting?.id ?? '', tokenHash, externalPostId: null, postedAt: null };
        // Each report arrives at both processes.
        return processes.map((calls) => calls.report.posted(report));
      });
      expect((await Promise.all(reports)).filter((row) => row?.moved)).toHaveLength(pages.length);
    }
    for (const { expectFees } of owners) await expectFees(10);
  });

  test('an owner whose balance is locked delays no claim of other owners', async () => {
    const [locked, other] = [await buildOwner(3), await buildOwner(3)];
    const { claim } = createDeviceCalls(db());
    const claimAll = async (pages: readonly BuiltPage[]) =>
      (await Promise.all(pages.map((page) => claim(claimOf(page))))).map(({ outcome }) => outcome);
    const holder = await database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [locked.id]);
      const waiting = claimAll(locked.pages);
      expect(await claimAll(other.pages)).toEqual(['claimed', 'claimed', 'claimed']);
      await holder.query('COMMIT');
      expect(await waiting).toEqual(['claimed', 'claimed', 'claimed']);
    } finally {
      holder.release();
    }
    for (const { expectFees } of [locked, other]) await expectFees(3);
  });

  test('a batch whose connection is lost before its commit has charged and handed out nothing', async () => {
    const { id, pages, expectFees } = await buildOwner(4);
    const { claim } = createDeviceCalls(db());
    const holder = await database.pool.connect();
    try {
      await holder.query('BEGIN');
      // Every lock that a claim takes after it has charged.
      await holder.query('SELECT FROM tasks WHERE owner_id = $1 FOR NO KEY UPDATE', [id]);
      let isSettled = false;
      const failed = Promise.all(pages.map((page) => claim(claimOf(page)).catch((error: Error) => error))).finally(
        () => {
          isSettled = true;
        },
      );
      // Repeated, because a batch that waits too long for the lock runs its items alone.
      while (!isSettled) {
        await holder.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
        );
      }
      expect(await failed).toEqual(pages.map(() => expect.any(Error)));
      await holder.query('ROLLBACK');
    } finally {
      holder.release();
    }
    await expectFees(0);
    const outcomes = await Promise.all(pages.map((page) => claim(claimOf(page))));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(pages.map(() => 'claimed'));
    await expectFees(4);
  });
});

describe('scheduling', () => {
  const hoursFromNow = (at: Date | null) => at && Math.round((at.getTime() - Date.now()) / 360_000) / 10;
  /** For when the next postings of the page are scheduled, in hours from now. */
  const scheduleOf = async (device: Device, postings: number) => {
    const schedule: (number | null)[] = [];
    for (let n = 0; n < postings; n++) {
      const claimed = await device.claim();
      schedule.push(hoursFromNow(claimed.scheduled_for));
      await device.posted(claimed);
    }
    return schedule;
  };

  it("counts delays from the assistant's first claim, and does not schedule what is due within 5 minutes [2.7-08]", async () => {
    const { pages, started } = await buildOwner(2, {
      flyers: ['a', 'b', 'c', 'd', 'e'],
      rules: { start_delay_hours: 0, delay_between_tasks_hours: 2 },
      resetAfterPosts: [2, 1],
    });
    const [one, other] = pages.map((page) => deviceOf(db(), page)) as [Device, Device];
    // Runs of 2, 1 and 2 flyers. The delay starts again at zero in each run.
    expect(await scheduleOf(one, 5)).toEqual([null, 2, null, null, 2]);
    await started('90 minutes');
    // The page is 90 minutes late. The second posting would be due in half an hour, but keeps 2 hours after the first.
    expect(await scheduleOf(other, 5)).toEqual([null, 2, null, null, 2]);
  });

  it('keeps the delays between postings when a page comes online late [2.7-09]', async () => {
    const rules = { start_delay_hours: 1, delay_between_tasks_hours: 3 };
    const { device, started } = await buildOwner(1, { flyers: ['a', 'b', 'c'], rules });
    await started('50 hours');
    expect(await scheduleOf(device, 3)).toEqual([null, 3, 6]);
  });

  it('schedules a duplicate so many hours after the first post of its flyer, also on a page that came online late [2.7-10]', async () => {
    const { device, started } = await buildOwner(1, { rules: { duplication_time_hours: 12 } });
    await started('10 hours');
    expect(await scheduleOf(device, 2)).toEqual([null, 12]);
  });

  it('counts days between the postings of a run from when one is live, so that no limit of 24 hours misses it by seconds', async () => {
    const { device } = await buildOwner(1, { flyers: ['a', 'b'], rules: { delay_between_tasks_hours: 24 } });
    const first = await device.claim();
    await device.posted(first);
    await db().query(`UPDATE page_postings SET posted_at = posted_at + interval '40 seconds' WHERE id = $1`, [
      first.id,
    ]);
    const { id } = await device.claim();
    const [apart] = await db().query(
      `SELECT extract(epoch FROM b.scheduled_for - a.posted_at)::float AS seconds FROM page_postings a, page_postings b
       WHERE a.id = $1 AND b.id = $2`,
      [first.id, id],
    );
    expect(apart.seconds).toBe(24 * 3600);
  });

  it('waits without a scheduler for the first of the queue, if others are due less than 5 minutes before it', async () => {
    const { id, page, device, started } = await buildOwner(1, { flyers: ['first'], rules: { start_delay_hours: 1 } });
    await buildQueuedAssistant(db(), id, { pages: [page], flyers: ['second'] });
    await started('56 minutes');
    expect(await device.poll({ has_scheduler: false })).toMatchObject({ claimed: null, waitReason: 'not_due' });
    await started('54 minutes');
    expect(await device.claim()).toMatchObject({ description: 'second', scheduled_for: null });
  });
});

describe('bounded reads', () => {
  /*
   * An open dashboard repeats these calls, so their cost must not grow with pending postings or linked pages. Postgres counts how
   * many rows and index entries a call reads. Times would depend on the machine.
   */
  const database = useTestDatabase();
  const ASSISTANTS = 2;
  const FLYERS_EACH = 3;
  const FEW_PAGES = 10;
  const MANY_PAGES = 2_000;
  interface Account {
    readonly id: string;
    readonly assistantId: string;
  }

  let few: Account;
  let many: Account;

  /** The same tasks, for more or fewer pages. */
  async function buildAccount(pages: number): Promise<Account> {
    const { db } = database;
    const { id } = await buildUser(db);
    const size = { assistants: ASSISTANTS, queued: ASSISTANTS, waiting: 0, flyersEach: FLYERS_EACH };
    await fillAccount(database.pool, id, null, { ...size, pages, pagesEach: pages });
    const [assistant] = await db.query('SELECT id FROM assistants WHERE owner_id = $1 LIMIT 1', [id]);
    return { id, assistantId: assistant.id };
  }

  beforeAll(async () => {
    few = await buildAccount(FEW_PAGES);
    many = await buildAccount(MANY_PAGES);
  });

  const readsOf = (table: 'page_postings' | 'pages', call: (db: Db) => Promise<unknown>) =>
    countReads(database.pool, table, call);

  it('this test counts the index entries that a call reads', async () => {
    const all = sql(`SELECT count(*) FROM page_postings WHERE status = 'pending'`);
    expect(await readsOf('page_postings', (db) => all(db, []))).toBeGreaterThan(MANY_PAGES);
  });

  it.each<[string, (db: Db, account: Account) => Promise<unknown>]>([
    ['queue counts', (db, { id }) => countQueue(db, [id])],
    ['the list of all tasks', (db, { id }) => listTasksByStatus(db, id, [])],
    ['the list of tasks in the queue', (db, { id }) => listTasksByStatus(db, id, ['in_queue'])],
    ['the list of tasks in progress', (db, { id }) => listTasksByStatus(db, id, ['pending', 'posting'])],
    ["the list of an assistant's tasks", (db, { id, assistantId }) => listTasksOfAssistant(db, id, assistantId, false)],
    ['the list of assistants', (db, { id }) => listAssistantRows(db, [id, ''])],
  ])('%s: reads no pages and no postings, with few or many pending postings', async (_what, call) => {
    for (const account of [few, many]) {
      expect(await readsOf('page_postings', (db) => call(db, account))).toBe(0);
      // Planning may look up the ends of an index.
      expect(await readsOf('pages', (db) => call(db, account))).toBeLessThan(FEW_PAGES);
    }
  });

  it('the plan of all pages: reads the beginning of each queue', async () => {
    const plan = (db: Db) => planPages(db, [many.id]);
    expect(await readsOf('page_postings', plan)).toBeLessThan(20 * MANY_PAGES);
  });

  it('the pages of a calendar: reads one posting of each page', async () => {
    const list = (db: Db) => listPagesWithPostings(db, [many.id, '2026-01-01', '2026-01-02', null, null, '']);
    expect(await readsOf('page_postings', list)).toBeLessThan(3 * MANY_PAGES);
  });
});

describe('waits', () => {
  const database = useTestDatabase();

  /** All reasons in their order, and what causes each. Those of one row exclude each other. $1 is the owner. */
  const REASONS: readonly Readonly<Record<string, string>>[] = [
    { unlinked: 'UPDATE pages SET unlinked_at = now() WHERE owner_id = $1' },
    {
      nothing: `UPDATE page_postings SET status = 'failed', error_code = 'not_pressed' WHERE owner_id = $1 AND status = 'pending'`,
    },
    { account_deactivated: 'UPDATE users SET is_active = false WHERE id = $1' },
    { queue_paused: 'UPDATE users SET is_posting_active = false WHERE id = $1' },
    {
      claims_paused: `INSERT INTO claim_pause (admin_id, sentence, changed_at) VALUES ($1, 'Later.', now() - interval '2 days')`,
    },
    {
      insufficient_credits: `UPDATE assistants SET pause_reason = 'insufficient_credits' WHERE owner_id = $1`,
      assistant_paused: `UPDATE assistants SET pause_reason = 'user' WHERE owner_id = $1`,
      being_queued: `UPDATE assistants SET pause_reason = 'queueing' WHERE owner_id = $1`,
    },
    { page_offline: `UPDATE pages SET last_polled_at = now() - interval '2 days' WHERE owner_id = $1` },
    Object.fromEntries(
      ['logged_out', 'wrong_account', 'no_tab', 'site_failing', 'site_changed'].map((health) => [
        health,
        `UPDATE pages SET health = '${health}' WHERE owner_id = $1`,
      ]),
    ),
    {
      rate_limited: `UPDATE pages SET refusal_kind = 'rate_limited', paused_until = now() + interval '1 hour' WHERE owner_id = $1`,
      site_refusals: `UPDATE pages SET refusal_kind = 'content', paused_until = now() + interval '1 hour' WHERE owner_id = $1`,
    },
    {
      not_due: `WITH later AS (UPDATE page_postings SET delay_hours = 60 WHERE owner_id = $1 AND status = 'pending'),
      started AS (UPDATE assistants SET started_at = now() WHERE owner_id = $1)
      UPDATE pages SET has_scheduler = false, next_due_at = now() + interval '60 hours' WHERE owner_id = $1`,
    },
    {
      page_limit: `WITH posted AS (UPDATE page_postings SET status = 'posted', posted_at = now() - interval '1 hour', publish_at = now() - interval '1 hour'
        WHERE owner_id = $1 AND status = 'failed')
      UPDATE pages SET max_posts_in_24_hours = 1, limited_until = now() + interval '23 hours' WHERE owner_id = $1`,
    },
    {
      busy: `INSERT INTO in_flight (page_guid, posting_id, owner_id, claim_token_hash, lease_expires_at)
      SELECT page_guid, id, $1, '', now() + interval '1 minute' FROM page_postings WHERE owner_id = $1 AND status = 'failed' LIMIT 1`,
    },
  ];
  const WITH_TIME = ['rate_limited', 'site_refusals', 'not_due', 'page_limit'];

  interface Subject {
    readonly ownerId: string;
    readonly page: BuiltPage;
    readonly deviceId: string;
    readonly runnerId: string;
    readonly assistantId: string;
    readonly taskId: string;
  }
  let subject: Subject;

  /** A page that may claim its second posting. The first has failed. */
  beforeAll(async () => {
    const { db, pool } = database;
    const { id: ownerId } = await buildUser(db, { posting: true });
    const runner = await insertRunner(pool, ownerId);
    const page = await buildPage(db, ownerId, { runnerId: runner.id });
    const { id: assistantId, taskIds } = await buildQueuedAssistant(db, ownerId, {
      pages: [page],
      flyers: ['One', 'Two'],
    });
    await db.query(`UPDATE page_postings SET status = 'failed' WHERE task_id = $1`, [taskIds[0]]);
    await db.query(`UPDATE page_postings SET status_since = now() - interval '2 days' WHERE owner_id = $1`, [ownerId]);
    await db.query('UPDATE pages SET last_polled_at = now() WHERE guid = $1', [page.guid]);
    await db.query(`UPDATE users SET posting_switched_at = now() - interval '2 days' WHERE id = $1`, [ownerId]);
    const [device] = await db.query('SELECT id FROM devices WHERE secret_hash = $1', [hashSecret(page.deviceSecret)]);
    subject = { ownerId, page, deviceId: device.id, runnerId: runner.id, assistantId, taskId: taskIds[1] ?? '' };
  });

  /** What each asker is told when these reasons hold. Nothing of it is kept. */
  async function askAll(causes: readonly string[]) {
    const { ownerId, page, deviceId, runnerId, assistantId, taskId } = subject;
    const client = await poolOf(database.db).connect();
    const on = dbOn(client);
    const undoing = async <T>(ask: (on: Db) => Promise<T>): Promise<T> => {
      await client.query('SAVEPOINT asking');
      const answer = await ask(on);
      await client.query('ROLLBACK TO asking');
      return answer;
    };
    const wait = async (text: string) =>
      (await client.query(`SELECT reason, until FROM pages g, ${text} WHERE guid = $1`, [page.guid])).rows[0];
    try {
      await client.query('BEGIN');
      for (const cause of causes) await client.query(cause, [ownerId]);
      const [posting] = await listTaskPostings(on, [ownerId, taskId, null]);
      const [facts] = await findPageFacts(on, [page.guid]);
      return {
        page: await wait('page_wait(g, NULL, false)'),
        connected: await wait('page_wait(g, NULL, true)'),
        posting: await wait(`page_wait(g, '${assistantId}', false)`),
        list: posting && [posting.wait_reason, posting.wait_until !== null],
        admin: facts?.next && [facts.next.wait_reason, facts.next.wait_until !== null],
        hint: (await undoing((on) => markConnectedPages(on, [[deviceId]])))[0]?.has_work ?? false,
        runner: (await findRunnerWork(on, [[runnerId], null, null, 1_000])).map(({ wait_ms }) => wait_ms),
        attention: (await listRows(on, [ownerId, 'offline'])).length,
        alerts: await undoing(async (on) => {
          await recordOfflineAlerts(on, []);
          return (await client.query(`SELECT FROM bot_alerts WHERE kind = 'page_offline'`)).rowCount;
        }),
        swept: await undoing((on) => sweepOfflinePages(on)),
        poll: await undoing(async (on) => {
          const { waitReason, waitUntil, claimed } = await deviceOf(database.db, page, { on }).poll();
          return [claimed ? 'claimed' : waitReason, waitUntil !== null];
        }),
        claim: await undoing(async (on) => {
          const claim = { pageGuid: page.guid, deviceId, tokenHash: Buffer.from('token'), leaseSeconds: 60 };
          const { outcome, waitUntil } = await claimPosting(on, claim);
          return [outcome, waitUntil !== undefined];
        }),
      };
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  /** What each of them should be told, by the first of these reasons, and by the first that holds although the page has just polled. */
  function expected(reasons: readonly string[]) {
    const [first = null] = reasons;
    const [here = null] = reasons.filter((reason) => reason !== 'page_offline');
    const hasTime = (reason: string | null) => WITH_TIME.includes(reason ?? '');
    const shown = (reason: string | null) => (reason === 'unlinked' || reason === 'nothing' ? null : reason);
    const time = (reason: string | null) => (hasTime(reason) ? expect.any(Date) : null);
    const isPending = !reasons.includes('nothing');
    // A claim asks for the pause of all claims before it looks at anything.
    const claim = reasons.includes('claims_paused') ? 'claims_paused' : (here ?? 'claimed');
    const offline = first === 'page_offline' ? 1 : 0;
    return {
      page: { reason: first, until: time(first) },
      connected: { reason: here, until: time(here) },
      posting: isPending ? { reason: first, until: time(first) } : expect.anything(),
      list: isPending ? [shown(first), hasTime(first)] : [null, false],
      admin: isPending ? [shown(first), hasTime(first)] : null,
      hint: here === null,
      runner: here === null ? [0] : expect.not.arrayContaining([0]),
      attention: offline,
      alerts: offline,
      swept: offline,
      poll: [here === null ? 'claimed' : shown(here), hasTime(here)],
      claim: [claim, hasTime(claim)],
    };
  }

  const all = REASONS.flatMap((row, order) => Object.entries(row).map(([reason, cause]) => ({ reason, cause, order })));

  test('a page without a reason to wait may claim, and everybody says so', async () => {
    expect(await askAll([])).toEqual(expected([]));
  });

  test.each(all.map(({ reason }) => reason))(
    '%s is what everybody says, alone and before each later reason',
    async (reason) => {
      const first = all.find((one) => one.reason === reason);
      if (!first) throw new Error('no reason');
      expect([reason, await askAll([first.cause])]).toEqual([reason, expected([reason])]);
      for (const second of all.filter(({ order }) => order > first.order)) {
        const reasons = [reason, second.reason];
        expect([reasons, await askAll([second.cause, first.cause])]).toEqual([reasons, expected(reasons)]);
      }
    },
  );
});
