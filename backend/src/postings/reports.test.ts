import { deviceOf, letLeaseRunOut, readPosting } from '../../test/device.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser, readLedger } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/dataSource.ts';
import { failPostingsOfUnlinkedPages } from './cancelPostings.ts';
import { completePosting } from './completePosting.ts';
import { retryPostings } from './retryPostings.ts';
import { sweepLeases, sweepOfflinePages } from './sweeps.ts';

const database = useTestDatabase();
const db = () => database.dataSource;

async function story(flyers = ['a']) {
  const owner = await buildUser(db(), { posting: true });
  const page = await buildPage(db(), owner.id);
  const assistant = await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers });
  return { owner, page, assistant, taskId: assistant.taskIds[0] as string, device: deviceOf(db(), page) };
}
const sweep = (page: BuiltPage) => sweepLeases(poolOf(db()), page.guid);
const retry = (ownerId: string, taskId: string, confirmUnconfirmed = false) =>
  db().transaction((manager) => retryPostings(manager, { ownerId, taskId, postingIds: null, confirmUnconfirmed }));
const transitionsOf = async (postingId: string): Promise<string[]> => {
  const rows: { step: string }[] = await db().query(
    `SELECT from_status || '>' || to_status AS step FROM posting_transitions WHERE posting_id = $1 ORDER BY id`,
    [postingId],
  );
  return rows.map((row) => row.step);
};

describe('reports', () => {
  it('make one transition however often they arrive', async () => {
    const { device, owner } = await story();
    const claimed = await device.claim();
    await device.submitting(claimed);
    const answers = await Promise.all(Array.from({ length: 5 }, () => device.posted(claimed)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill('posted'));
    expect(await transitionsOf(claimed.id)).toEqual(['pending>posting', 'posting>posted']);
    expect((await readLedger(db(), owner.id)).ledgerSum).toBe(140);
  });

  it('enqueue the picture with the transition that makes it necessary, once', async () => {
    const { device } = await story();
    const claimed = await device.claim();
    await device.posted(claimed);
    await device.posted(claimed);
    const jobs = await db().query('SELECT key FROM graphile_worker.jobs WHERE key = $1', [`picture:${claimed.id}`]);
    expect(jobs).toHaveLength(1);
  });

  it('are refused when they contradict the first one', async () => {
    const { device } = await story();
    const claimed = await device.claim();
    await device.posted(claimed);
    await expect(device.failed(claimed)).rejects.toMatchObject({ status: 409, code: 'posting.already_reported' });
    expect((await readPosting(db(), claimed.id)).status).toBe('posted');
  });

  it('are refused with an older claim token', async () => {
    const { device, page } = await story();
    const older = await device.claim();
    await letLeaseRunOut(db(), older.id);
    await sweep(page);
    const newer = await device.claim();
    expect(newer.id).toBe(older.id);
    for (const report of [device.posted, device.failed, device.submitting, device.heartbeat]) {
      await expect(report(older)).rejects.toMatchObject({ status: 409, code: 'posting.claim_lost' });
    }
    expect((await readPosting(db(), newer.id)).status).toBe('posting');
  });

  it("are not taken for another page's posting, nor from an unknown device", async () => {
    const { device, owner } = await story();
    const claimed = await device.claim();
    const stranger = deviceOf(db(), await buildPage(db(), owner.id));
    await expect(stranger.posted(claimed)).rejects.toMatchObject({ status: 404 });
    const nobody = deviceOf(db(), { guid: '', deviceSecret: 'made up' });
    await expect(nobody.posted(claimed)).rejects.toMatchObject({ status: 401 });
  });

  it('keep the lease alive by heartbeat, and not once it ran out', async () => {
    const { device } = await story();
    const claimed = await device.claim();
    await db().query(`UPDATE page_postings SET lease_expires_at = now() + interval '1 second' WHERE id = $1`, [
      claimed.id,
    ]);
    const { leaseExpiresAt } = await device.heartbeat(claimed);
    expect((leaseExpiresAt as Date).getTime()).toBeGreaterThan(Date.now() + 60_000);
    await letLeaseRunOut(db(), claimed.id);
    await expect(device.heartbeat(claimed)).rejects.toMatchObject({ status: 409 });
    await expect(device.submitting(claimed)).rejects.toMatchObject({ status: 409 });
  });
});

describe('a lease that runs out', () => {
  it('before submitting puts the posting back in line, and fails it after three losses, with a refund', async () => {
    const { device, owner, page } = await story();
    for (const expected of ['pending', 'pending', 'failed']) {
      const claimed = await device.claim();
      await letLeaseRunOut(db(), claimed.id);
      await sweep(page);
      expect((await readPosting(db(), claimed.id)).status).toBe(expected);
    }
    const [posting] = await db().query('SELECT id FROM page_postings WHERE page_guid = $1', [page.guid]);
    expect(await readPosting(db(), posting.id)).toMatchObject({
      error_message: 'The page stopped responding before posting.',
      retry_count: 3,
    });
    // One fee for three tries in one window, given back once.
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
    const types = await db().query('SELECT transaction_type FROM credit_transactions WHERE user_id = $1 ORDER BY seq', [
      owner.id,
    ]);
    expect(types.map((row: { transaction_type: string }) => row.transaction_type)).toEqual([
      'bonus',
      'spending',
      'refund',
    ]);
  });

  it('is noticed by the next poll of the same page, without waiting for the sweep', async () => {
    const { device } = await story();
    const first = await device.claim();
    await letLeaseRunOut(db(), first.id);
    const second = await device.claim();
    expect(second).toMatchObject({ id: first.id, attempt: 2 });
  });

  it('after submitting leaves the posting unconfirmed, never tried again by itself, and not refunded', async () => {
    const { device, owner, page } = await story();
    const claimed = await device.claim();
    await device.submitting(claimed);
    await letLeaseRunOut(db(), claimed.id);
    await sweep(page);
    expect(await readPosting(db(), claimed.id)).toMatchObject({
      status: 'failed',
      error_code: 'unconfirmed',
      error_message:
        'The page stopped responding while posting. Check the page before you retry: the post may be live.',
    });
    expect((await device.poll()).claimed).toBeNull();
    expect((await readLedger(db(), owner.id)).balance).toBe(140);
  });

  it('after submitting still takes a late posted with the right token', async () => {
    const { device, page } = await story();
    const claimed = await device.claim();
    await device.submitting(claimed);
    await letLeaseRunOut(db(), claimed.id);
    await sweep(page);
    await device.posted(claimed);
    expect(await readPosting(db(), claimed.id)).toMatchObject({
      status: 'posted',
      error_code: null,
      error_message: null,
    });
  });

  it('after submitting takes a late definite failure too, and then gives the fee back', async () => {
    const { device, owner, page } = await story();
    const claimed = await device.claim();
    await device.submitting(claimed);
    await letLeaseRunOut(db(), claimed.id);
    await sweep(page);
    await device.failed(claimed, 'The button was disabled.');
    expect(await readPosting(db(), claimed.id)).toMatchObject({
      status: 'failed',
      error_message: 'The button was disabled.',
    });
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
  });

  it('is swept once when many sweep at once', async () => {
    const { device } = await story();
    const claimed = await device.claim();
    await letLeaseRunOut(db(), claimed.id);
    const pool = poolOf(db());
    await Promise.all(Array.from({ length: 8 }, () => sweepLeases(pool)));
    expect(await transitionsOf(claimed.id)).toEqual(['pending>posting', 'posting>pending']);
  });
});

describe('a refund', () => {
  it('comes exactly once when the posting that was charged for fails and nothing else was posted', async () => {
    const { device, owner, page } = await story();
    const claimed = await device.claim();
    await Promise.all([device.failed(claimed), device.failed(claimed), device.failed(claimed)]);
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
    const [row] = await db().query('SELECT paid_until FROM pages WHERE guid = $1', [page.guid]);
    expect(row.paid_until).toBeNull();
  });

  it('does not come when something was posted on the page under the same charge', async () => {
    const { device, owner } = await story(['a', 'b']);
    await device.posted(await device.claim());
    await device.failed(await device.claim());
    expect((await readLedger(db(), owner.id)).balance).toBe(140);
  });

  it('is followed by a new charge when the failed posting is tried again', async () => {
    const { device, owner, taskId } = await story();
    await device.failed(await device.claim());
    expect(await retry(owner.id, taskId)).toBe(1);
    await device.posted(await device.claim());
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 140, ledgerSum: 140, lastBalanceAfter: 140 });
  });

  it('waits for the posting in flight under the same charge to decide', async () => {
    const { device, owner, page, assistant } = await story();
    const first = await device.claim();
    await letLeaseRunOut(db(), first.id);
    await sweep(page);
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
    await sweepOfflinePages(poolOf(db()));
    expect((await readPosting(db(), first.id)).status).toBe('failed');
    expect((await readLedger(db(), owner.id)).balance).toBe(140);

    await device.failed(second);
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
  });

  it('is not needed when the window ran out unused: the page is not charged twice for one post', async () => {
    const { device, owner, page } = await story();
    const first = await device.claim();
    await letLeaseRunOut(db(), first.id);
    await sweep(page);
    await db().query(`UPDATE pages SET paid_until = now() - interval '1 hour' WHERE guid = $1`, [page.guid]);
    await device.posted(await device.claim());
    expect(await readLedger(db(), owner.id)).toEqual({ balance: 140, ledgerSum: 140, lastBalanceAfter: 140 });
    const [row] = await db().query('SELECT paid_until > now() AS paid FROM pages WHERE guid = $1', [page.guid]);
    expect(row.paid).toBe(true);
  });
});

describe('a retry', () => {
  it('touches only failed postings, and a second click changes nothing', async () => {
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

  it('of something unconfirmed asks first', async () => {
    const { device, owner, page, taskId } = await story();
    const claimed = await device.claim();
    await device.submitting(claimed);
    await letLeaseRunOut(db(), claimed.id);
    await sweep(page);
    await expect(retry(owner.id, taskId)).rejects.toMatchObject({ status: 409, code: 'posting.unconfirmed' });
    expect((await readPosting(db(), claimed.id)).status).toBe('failed');
    expect(await retry(owner.id, taskId, true)).toBe(1);
    await expect(device.posted(claimed)).rejects.toMatchObject({ status: 409 });
  });
});

describe('unlinking', () => {
  const unlink = (page: BuiltPage) => db().transaction((manager) => failPostingsOfUnlinkedPages(manager, [page.guid]));

  it('fails what waits and what is in flight before submitting, and gives the fee back', async () => {
    const { device, owner, page } = await story(['a', 'b']);
    const claimed = await device.claim();
    await unlink(page);
    const rows = await db().query('SELECT DISTINCT status, error_message FROM page_postings WHERE page_guid = $1', [
      page.guid,
    ]);
    expect(rows).toEqual([{ status: 'failed', error_message: 'The page was unlinked.' }]);
    expect((await readLedger(db(), owner.id)).balance).toBe(150);
    await expect(device.submitting(claimed)).rejects.toMatchObject({ status: 409 });
  });

  it('lets a posting past submitting be reported', async () => {
    const { device, page } = await story();
    const claimed = await device.claim();
    await device.submitting(claimed);
    await unlink(page);
    await db().query('UPDATE devices SET voided_at = now() WHERE page_guid = $1', [page.guid]);
    expect((await device.posted(claimed)).status).toBe('posted');
  });
});

describe('a page that stays offline', () => {
  it('fails its postings after 24 hours with the switch on, not earlier', async () => {
    const { owner, page } = await story();
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
      return sweepOfflinePages(poolOf(db()));
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

describe('completing', () => {
  it('follows the picture, or its failure, once', async () => {
    const { device } = await story();
    const claimed = await device.claim();
    await device.posted(claimed);
    await completePosting(poolOf(db()), claimed.id, { screenshotError: 'No browser.' });
    await completePosting(poolOf(db()), claimed.id, { screenshotError: 'No browser.' });
    expect(await transitionsOf(claimed.id)).toEqual(['pending>posting', 'posting>posted', 'posted>completed']);
  });
});
