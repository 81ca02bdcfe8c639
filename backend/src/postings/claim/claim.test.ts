import { DEVICE_PROBLEMS, PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser, readLedger } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { createDeviceCalls } from '../../pages/device/extension.service.ts';
import { hashSecret, newSecret } from '../../server/security/secrets.ts';
import { switchPosting } from '../queue/queue.query.ts';
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
