import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf, expireLease, readPosting } from '../../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser, readLedger } from '../../../test/factories.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { poolOf } from '../../database/pool.ts';
import { cancelPostingsOfUnlinkedPages } from '../end/cancelPostings.query.ts';
import { sweepLeases, sweepOfflinePages } from '../end/sweeps.ts';
import { buildPostingScenario } from '../postingScenario.testing.ts';
import { retryPostings } from '../retry/retryPostings.ts';

const database = useTestDatabase();
const db = () => database.db;
const scenario = (flyers?: string[]) => buildPostingScenario(db(), flyers);
const sweep = () => sweepLeases(db());
const retry = (ownerId: string, taskId: string, confirmUnconfirmed = false) =>
  retryPostings(db(), { ownerId, taskId, postingIds: null, confirmUnconfirmed }).then(({ owners }) => owners.length);

describe('a refund', () => {
  it('is made once when the charged posting fails and nothing was posted under the charge', async () => {
    const { device, owner, page } = await scenario();
    const claimed = await device.claim();
    await Promise.all([device.failed(claimed), device.failed(claimed), device.failed(claimed)]);
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
    const [row] = await db().query('SELECT paid_until FROM pages WHERE guid = $1', [page.guid]);
    expect(row.paid_until).toBeNull();
  });

  it('gives back the amount of the charge, whatever the fee is now', async () => {
    const feeOf = (credits: number) =>
      db().query(
        `CREATE OR REPLACE FUNCTION page_day_credits() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT ${credits}'`,
      );
    expect(await db().query('SELECT page_day_credits() AS credits')).toEqual([{ credits: PAGE_DAY_CREDITS }]);
    const { device, owner, page } = await scenario();
    await feeOf(12);
    const claimed = await device.claim();
    await feeOf(PAGE_DAY_CREDITS);
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 138, ledgerSum: 138, lastBalanceAfter: 138 });
    await device.failed(claimed);
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
    const [row] = await db().query('SELECT credits_spent FROM users WHERE id = $1', [owner.id]);
    expect(row.credits_spent).toBe(0);
    const entries = await db().query('SELECT amount FROM credit_transactions WHERE page_guid = $1 ORDER BY seq', [
      page.guid,
    ]);
    expect(entries).toEqual([{ amount: -12 }, { amount: 12 }]);
  });

  it('is not made when another posting was posted under the same charge', async () => {
    const { device, owner } = await scenario(['a', 'b']);
    await device.posted(await device.claim());
    await device.failed(await device.claim());
    expect((await readLedger(db(), owner.id)).balance).toBe(140);
  });

  it('is not made for an unconfirmed posting that is reported as failed while the next one is claimed under the same charge', async () => {
    const { device, owner, page } = await scenario(['a', 'b']);
    const doubted = await device.claim();
    await device.submitting(doubted);
    await expireLease(db(), doubted.id);
    await sweep();
    const claiming = await poolOf(db()).connect();
    try {
      await claiming.query('BEGIN');
      const other = deviceOf(db(), page, { on: dbOn(claiming) });
      const next = await other.claim();
      // The report starts before the claim is committed and does not see it. It waits for the page row, which the claim has locked.
      const report = device.failed(doubted);
      await waitForLockWait(db());
      await claiming.query('COMMIT');
      expect(await report).toMatchObject({ status: 'failed' });
      await device.posted(next);
    } finally {
      claiming.release();
    }
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 140, ledgerSum: 140, lastBalanceAfter: 140 });
  });

  it('is made for a charged day without a post, also when a post of an earlier day is reported during it', async () => {
    const { device, owner, page } = await scenario(['a', 'b']);
    const doubted = await device.claim();
    await device.submitting(doubted);
    await expireLease(db(), doubted.id);
    await sweep();
    await db().query('UPDATE pages SET paid_until = now() WHERE guid = $1', [page.guid]);
    const next = await device.claim();
    expect((await readLedger(db(), owner.id)).balance).toBe(130);
    await device.posted(doubted);
    await device.failed(next);
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 140, ledgerSum: 140, lastBalanceAfter: 140 });
  });

  it('is followed by a new charge when the failed posting is retried', async () => {
    const { device, owner, taskId } = await scenario();
    await device.failed(await device.claim());
    expect(await retry(owner.id, taskId)).toBe(1);
    await device.posted(await device.claim());
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 140, ledgerSum: 140, lastBalanceAfter: 140 });
  });

  it('is not made before the posting in flight under the same charge has failed too', async () => {
    const { device, owner, page, assistant } = await scenario();
    const first = await device.claim();
    await expireLease(db(), first.id);
    await sweep();
    await db().query(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [assistant.id]);
    await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['other'] });
    const second = await device.claim();
    expect(second.description).toBe('other');

    await db().query(
      `UPDATE page_postings SET queued_at = queued_at - interval '1 day', status_since = now() - interval '25 hours' WHERE id = $1`,
      [first.id],
    );
    await db().query(`UPDATE pages SET last_polled_at = now() - interval '25 hours' WHERE guid = $1`, [page.guid]);
    await db().query(`UPDATE users SET posting_switched_at = now() - interval '25 hours' WHERE id = $1`, [owner.id]);
    await db().query('UPDATE assistants SET pause_reason = NULL WHERE id = $1', [assistant.id]);
    await sweepOfflinePages(db());
    expect((await readPosting(db(), first.id)).status).toBe('failed');
    expect((await readLedger(db(), owner.id)).balance).toBe(140);

    await device.failed(second);
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
  });

  it('is not made when the paid day ended without a post; the page is not charged again for the same posting', async () => {
    const { device, owner, page } = await scenario();
    const first = await device.claim();
    await expireLease(db(), first.id);
    await sweep();
    await db().query(`UPDATE pages SET paid_until = now() - interval '1 hour' WHERE guid = $1`, [page.guid]);
    await device.posted(await device.claim());
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 140, ledgerSum: 140, lastBalanceAfter: 140 });
    const [row] = await db().query('SELECT paid_until > now() AS paid FROM pages WHERE guid = $1', [page.guid]);
    expect(row.paid).toBe(true);
  });
});

describe('a retry', () => {
  it('requeues only failed postings, and a simultaneous second retry changes nothing', async () => {
    const owner = await buildUser(db(), { posting: true });
    const pages = [await buildPage(db(), owner.id), await buildPage(db(), owner.id)] as const;
    const assistant = await buildQueuedAssistant(db(), owner.id, { pages });
    const taskId = assistant.taskIds[0] as string;
    const [good, bad] = [deviceOf(db(), pages[0]), deviceOf(db(), pages[1])];
    await good.posted(await good.claim());
    await bad.failed(await bad.claim());
    expect(await Promise.all([retry(owner.id, taskId), retry(owner.id, taskId)])).toEqual(
      expect.arrayContaining([0, 1]),
    );
    expect((await good.poll()).claimed).toBeNull();
    expect((await bad.poll()).claimed).not.toBeNull();
  });

  it('on a page that is being unlinked waits and then changes nothing', async () => {
    const { device, owner, page, taskId } = await scenario();
    const claimed = await device.claim();
    await device.failed(claimed);
    let again: Promise<unknown> = Promise.resolve();
    await db().transaction(async (manager) => {
      await manager.query('UPDATE pages SET unlinked_at = now() WHERE guid = $1', [page.guid]);
      again = retry(owner.id, taskId).catch((error) => error);
      await waitForLockWait(db());
    });
    expect(await again).toBe(0);
    expect((await readPosting(db(), claimed.id)).status).toBe('failed');
  });

  it('of an unconfirmed posting needs a confirmation', async () => {
    const { device, owner, taskId } = await scenario();
    const claimed = await device.claim();
    await device.submitting(claimed);
    await expireLease(db(), claimed.id);
    await sweep();
    await expect(retry(owner.id, taskId)).rejects.toMatchObject({ status: 409, code: 'posting.unconfirmed' });
    expect((await readPosting(db(), claimed.id)).status).toBe('failed');
    expect(await retry(owner.id, taskId, true)).toBe(1);
    await expect(device.posted(claimed)).rejects.toMatchObject({ status: 409 });
  });
});

describe('unlinking', () => {
  const unlink = async (page: BuiltPage) => {
    await db().query('UPDATE pages SET unlinked_at = now() WHERE guid = $1', [page.guid]);
    await cancelPostingsOfUnlinkedPages(db(), [page.guid]);
  };

  it('fails pending postings and those in flight before submitting, and refunds the charge', async () => {
    const { device, owner, page } = await scenario(['a', 'b']);
    const claimed = await device.claim();
    await unlink(page);
    const rows = await db().query('SELECT DISTINCT status, error_message FROM page_postings WHERE page_guid = $1', [
      page.guid,
    ]);
    expect(rows).toEqual([{ status: 'failed', error_message: 'The page was unlinked.' }]);
    expect((await readLedger(db(), owner.id)).balance).toBe(150);
    await expect(device.submitting(claimed)).rejects.toMatchObject({ status: 409 });
  });
});

describe('a page that stays offline', () => {
  it('fails its postings after 24 hours with posting switched on, not earlier', async () => {
    const { owner, page } = await scenario();
    const age = async (hours: string) => {
      await db().query(`UPDATE pages SET linked_at = now() - $2::interval, last_polled_at = NULL WHERE guid = $1`, [
        page.guid,
        hours,
      ]);
      await db().query(`UPDATE page_postings SET status_since = now() - $2::interval WHERE page_guid = $1`, [
        page.guid,
        hours,
      ]);
      await db().query(`UPDATE users SET posting_switched_at = now() - $2::interval WHERE id = $1`, [owner.id, hours]);
      return sweepOfflinePages(db());
    };
    expect(await age('23 hours 59 minutes')).toBe(0);
    await db().query('UPDATE users SET is_posting_active = false WHERE id = $1', [owner.id]);
    expect(await age('25 hours')).toBe(0);
    await db().query('UPDATE users SET is_posting_active = true WHERE id = $1', [owner.id]);
    expect(await age('25 hours')).toBe(1);
    const [posting] = await db().query('SELECT error_message FROM page_postings WHERE page_guid = $1', [page.guid]);
    expect(posting.error_message).toBe('The page has been offline for 24 hours.');
  });
});
