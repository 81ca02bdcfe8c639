import { DEVICE_PROBLEMS, PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser, readLedger } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { poolOf } from '../../database/pool.ts';
import { switchPosting } from '../queue/queue.query.ts';
import { claimPosting } from './claim.query.ts';

const database = useTestDatabase({ poolSize: 24 });
const db = () => database.db;

async function pagesOf(ownerId: string, count: number): Promise<BuiltPage[]> {
  const pages: BuiltPage[] = [];
  for (let n = 0; n < count; n++) pages.push(await buildPage(db(), ownerId, { name: `Page ${n}` }));
  return pages;
}

const feesOf = (userId: string): Promise<{ page_guid: string; fees: number }[]> =>
  db().query(
    `SELECT page_guid, count(*)::int AS fees FROM credit_transactions
     WHERE user_id = $1 AND transaction_type = 'spending' GROUP BY page_guid`,
    [userId],
  );

describe('claiming', () => {
  it('makes one claim and one charge per page when 20 connections claim at once [S2.3-1]', async () => {
    const owner = await buildUser(db(), { posting: true });
    const pages = await pagesOf(owner.id, 4);
    await buildQueuedAssistant(db(), owner.id, { pages, flyers: ['a', 'b', 'c'] });

    const tries = Array.from({ length: 20 }, (_, n) => pages[n % pages.length] as BuiltPage);
    const outcomes = await Promise.all(
      tries.map((page, n) =>
        claimPosting(database.db, { pageGuid: page.guid, tokenHash: Buffer.from(`token ${n}`), leaseSeconds: 120 }),
      ),
    );

    expect(outcomes.filter((outcome) => outcome.claimed)).toHaveLength(pages.length);
    expect(await feesOf(owner.id)).toEqual(
      expect.arrayContaining(pages.map((page) => ({ page_guid: page.guid, fees: 1 }))),
    );
    const ledger = await readLedger(db(), owner.id);
    expect(ledger).toEqual({ balance: 110, ledgerSum: 110, lastBalanceAfter: 110 });
    const inFlight = await db().query(`SELECT page_guid FROM in_flight WHERE owner_id = $1`, [owner.id]);
    expect(new Set(inFlight.map((row: { page_guid: string }) => row.page_guid)).size).toBe(pages.length);
  });

  it('does not charge again for a claim that starts before the first post is committed', async () => {
    const owner = await buildUser(db(), { posting: true });
    const [page] = (await pagesOf(owner.id, 1)) as [BuiltPage];
    await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['a', 'b'] });
    const pool = poolOf(db());
    const first = await pool.connect();
    try {
      await first.query('BEGIN');
      const device = deviceOf(db(), page, { on: dbOn(first) });
      await device.posted(await device.claim());
      // Other connections see the page as unpaid. They cannot claim on it while this transaction has locked it.
      const claim = () =>
        claimPosting(database.db, { pageGuid: page.guid, tokenHash: Buffer.from('second'), leaseSeconds: 120 });
      expect(await claim()).toEqual({ outcome: 'busy', claimed: null });
      await first.query('COMMIT');
      expect((await claim()).claimed?.description).toBe('b');
    } finally {
      first.release();
    }
    expect(await feesOf(owner.id)).toEqual([{ page_guid: page.guid, fees: 1 }]);
  });

  it('does not spend the same credits for two pages [S2.3-1]', async () => {
    const owner = await buildUser(db(), { posting: true });
    const pages = await pagesOf(owner.id, 20);
    await buildQueuedAssistant(db(), owner.id, { pages });

    const claims = await Promise.all(pages.map((page) => deviceOf(db(), page).poll()));

    // 150 credits pay for 15 pages.
    expect(claims.filter((outcome) => outcome.claimed)).toHaveLength(15);
    expect(claims.some((outcome) => outcome.waitReason === 'insufficient_credits')).toBe(true);
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 0, ledgerSum: 0, lastBalanceAfter: 0 });
  });

  it('pauses the assistant and keeps its postings pending when the credits are insufficient', async () => {
    const owner = await buildUser(db(), { posting: true });
    const [page] = await pagesOf(owner.id, 1);
    const assistant = await buildQueuedAssistant(db(), owner.id, { pages: [page as BuiltPage] });
    await db().query('UPDATE users SET credits_balance = 9 WHERE id = $1', [owner.id]);

    const outcome = await deviceOf(db(), page as BuiltPage).poll();

    expect(outcome).toMatchObject({ claimed: null, waitReason: 'insufficient_credits' });
    const [row] = await db().query('SELECT pause_reason FROM assistants WHERE id = $1', [assistant.id]);
    expect(row.pause_reason).toBe('insufficient_credits');
    const [posting] = await db().query('SELECT status FROM page_postings WHERE assistant_id = $1', [assistant.id]);
    expect(posting.status).toBe('pending');
  });

  it('charges a page for its first post and not again for 24 hours [9-01, 9-02]', async () => {
    const owner = await buildUser(db(), { posting: true });
    const [page] = (await pagesOf(owner.id, 1)) as [BuiltPage];
    await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['a', 'b', 'c'] });
    const device = deviceOf(db(), page);

    await device.posted(await device.claim());
    await device.posted(await device.claim());
    expect((await readLedger(db(), owner.id)).balance).toBe(150 - PAGE_DAY_CREDITS);

    await db().query(`UPDATE pages SET paid_until = now() - interval '1 millisecond' WHERE guid = $1`, [page.guid]);
    await device.posted(await device.claim());
    expect((await readLedger(db(), owner.id)).balance).toBe(150 - 2 * PAGE_DAY_CREDITS);
  });

  it('returns no posting and a reason while posting is off, the assistant is paused, the account is deactivated or the device has a problem', async () => {
    const owner = await buildUser(db());
    const [page] = (await pagesOf(owner.id, 1)) as [BuiltPage];
    const assistant = await buildQueuedAssistant(db(), owner.id, { pages: [page] });
    const device = deviceOf(db(), page);

    expect(await device.poll()).toMatchObject({ claimed: null, waitReason: 'queue_paused' });
    await switchPosting(db(), [owner.id, true]);
    await db().query(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [assistant.id]);
    expect(await device.poll()).toMatchObject({ claimed: null, waitReason: 'assistant_paused' });
    await db().query('UPDATE assistants SET pause_reason = NULL WHERE id = $1', [assistant.id]);
    await db().query('UPDATE users SET is_active = false WHERE id = $1', [owner.id]);
    expect(await device.poll()).toMatchObject({ claimed: null, waitReason: 'account_deactivated' });
    await db().query('UPDATE users SET is_active = true WHERE id = $1', [owner.id]);
    for (const problem of DEVICE_PROBLEMS) {
      expect(await device.poll({ health: problem })).toMatchObject({ claimed: null, waitReason: problem });
    }
    const { claimed } = await device.poll({ health: 'ok' });
    if (!claimed) throw new Error('nothing was claimed');
    await device.submitting(claimed);
    expect(await device.poll()).toMatchObject({ claimed: null, waitReason: null, nextPollSeconds: 5 });
  });

  it('returns postings of a page in queue order, each flyer once before any duplicate, and skips paused assistants [2.8-12]', async () => {
    const owner = await buildUser(db(), { posting: true });
    const [page] = (await pagesOf(owner.id, 1)) as [BuiltPage];
    const first = await buildQueuedAssistant(db(), owner.id, {
      pages: [page],
      flyers: ['first a', 'first b'],
      rules: { duplication_time_hours: 12 },
    });
    await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['second'] });
    const device = deviceOf(db(), page);
    const next = async () => {
      const claimed = await device.claim();
      await device.posted(claimed);
      return claimed.description;
    };

    expect(await next()).toBe('first a');
    await db().query(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [first.id]);
    expect(await next()).toBe('second');
    await db().query('UPDATE assistants SET pause_reason = NULL WHERE id = $1', [first.id]);
    expect([await next(), await next(), await next()]).toEqual(['first b', 'first a', 'first b']);
    expect((await device.poll()).claimed).toBeNull();
  });
});

describe('scheduling', () => {
  const hoursFromNow = (at: Date | null) => at && Math.round((at.getTime() - Date.now()) / 360_000) / 10;

  it("counts delays from the assistant's first claim, and does not schedule what is due within 5 minutes [2.7-08]", async () => {
    const owner = await buildUser(db(), { posting: true });
    const [one, other] = (await pagesOf(owner.id, 2)) as [BuiltPage, BuiltPage];
    const assistant = await buildQueuedAssistant(db(), owner.id, {
      pages: [one, other],
      flyers: ['a', 'b', 'c', 'd', 'e'],
      rules: { start_delay_hours: 0, delay_between_tasks_hours: 2 },
      resetAfterPosts: [2, 1],
    });
    const run = async (page: BuiltPage) => {
      const device = deviceOf(db(), page);
      const schedule: (number | null)[] = [];
      for (let n = 0; n < 5; n++) {
        const claimed = await device.claim();
        schedule.push(hoursFromNow(claimed.scheduled_for));
        await device.posted(claimed);
      }
      return schedule;
    };
    // Runs of 2, 1 and 2 flyers. The delay starts again at zero in each run.
    expect(await run(one)).toEqual([null, 2, null, null, 2]);

    await db().query(`UPDATE assistants SET started_at = started_at - interval '90 minutes' WHERE id = $1`, [
      assistant.id,
    ]);
    // The page is 90 minutes late. The second posting would be due in half an hour, but keeps 2 hours after the first.
    expect(await run(other)).toEqual([null, 2, null, null, 2]);
  });

  it('keeps the delays between postings when a page comes online late [2.7-09]', async () => {
    const owner = await buildUser(db(), { posting: true });
    const [page] = (await pagesOf(owner.id, 1)) as [BuiltPage];
    const assistant = await buildQueuedAssistant(db(), owner.id, {
      pages: [page],
      flyers: ['a', 'b', 'c'],
      rules: { start_delay_hours: 1, delay_between_tasks_hours: 3 },
    });
    await db().query(`UPDATE assistants SET started_at = now() - interval '50 hours' WHERE id = $1`, [assistant.id]);
    const device = deviceOf(db(), page);
    const schedule: (number | null)[] = [];
    for (let n = 0; n < 3; n++) {
      const claimed = await device.claim();
      schedule.push(hoursFromNow(claimed.scheduled_for));
      await device.posted(claimed);
    }
    expect(schedule).toEqual([null, 3, 6]);
  });

  it('schedules a duplicate so many hours after the first post of its flyer, also on a page that came online late [2.7-10]', async () => {
    const owner = await buildUser(db(), { posting: true });
    const [page] = (await pagesOf(owner.id, 1)) as [BuiltPage];
    const rules = { duplication_time_hours: 12 };
    const assistant = await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['a'], rules });
    await db().query(`UPDATE assistants SET started_at = now() - interval '10 hours' WHERE id = $1`, [assistant.id]);
    const device = deviceOf(db(), page);
    await device.posted(await device.claim());
    expect(hoursFromNow((await device.claim()).scheduled_for)).toBe(12);
  });

  it('counts days between the postings of a run from when one is live, so that no limit of 24 hours misses it by seconds', async () => {
    const owner = await buildUser(db(), { posting: true });
    const [page] = (await pagesOf(owner.id, 1)) as [BuiltPage];
    const rules = { delay_between_tasks_hours: 24 };
    await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['a', 'b'], rules });
    const device = deviceOf(db(), page);
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
    const owner = await buildUser(db(), { posting: true });
    const [page] = (await pagesOf(owner.id, 1)) as [BuiltPage];
    const rules = { start_delay_hours: 1 };
    const first = await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['first'], rules });
    await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['second'] });
    const device = deviceOf(db(), page);
    const startedBefore = (minutes: number) =>
      db().query(`UPDATE assistants SET started_at = now() - $2 * interval '1 minute' WHERE id = $1`, [
        first.id,
        minutes,
      ]);
    await startedBefore(56);
    expect(await device.poll({ has_scheduler: false })).toMatchObject({ claimed: null, waitReason: 'not_due' });
    await startedBefore(54);
    expect(await device.claim()).toMatchObject({ description: 'second', scheduled_for: null });
  });
});
