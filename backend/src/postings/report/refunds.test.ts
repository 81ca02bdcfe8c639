import { MAX_REFUNDS_AFTER_SUBMITTING, PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import { unlinkPages } from '../../../test/asRoutes.ts';
import { deviceOf, readPosting } from '../../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { whileUncommitted } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { listPagesOf } from '../../pages/pages.query.ts';
import { cancelPostingsOfUnlinkedPages } from '../end/cancelPostings.query.ts';
import { sweepOfflinePages } from '../end/sweeps.ts';
import { buildPostingScenario, type PostingScenario } from '../postingScenario.testing.ts';
import { retryPostings } from '../retry/retryPostings.ts';

const database = useTestDatabase();
const db = () => database.db;
const scenario = (flyers?: string[]) => buildPostingScenario(db(), flyers);
const paidOf = async ({ page }: PostingScenario) =>
  (await db().query('SELECT paid_until > now() AS paid FROM pages WHERE guid = $1', [page.guid]))[0].paid;
const setOwner = ({ owner }: PostingScenario, values: string) =>
  db().query(`UPDATE users SET ${values} WHERE id = $1`, [owner.id]);

describe('a refund', () => {
  it('is made once when the charged posting fails and nothing was posted under the charge', async () => {
    const given = await scenario();
    const claimed = await given.device.claim();
    await Promise.all([1, 2, 3].map(() => given.device.failed(claimed)));
    expect(await given.balance()).toBe(150);
    expect(await paidOf(given)).toBeNull();
    // A retry is charged again.
    expect(await given.retry()).toBe(true);
    await given.device.posted(await given.device.claim());
    expect(await given.balance()).toBe(140);
  });

  it('gives back the amount of the charge, whatever the fee is now', async () => {
    const feeOf = (credits: number) =>
      db().query(
        `CREATE OR REPLACE FUNCTION page_day_credits() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT ${credits}'`,
      );
    expect(await db().query('SELECT page_day_credits() AS credits')).toEqual([{ credits: PAGE_DAY_CREDITS }]);
    const { device, owner, page, balance } = await scenario();
    await feeOf(12);
    const claimed = await device.claim();
    await feeOf(PAGE_DAY_CREDITS);
    expect(await balance()).toBe(138);
    await device.failed(claimed);
    expect(await balance()).toBe(150);
    const [row] = await db().query('SELECT credits_spent FROM users WHERE id = $1', [owner.id]);
    expect(row.credits_spent).toBe(0);
    const entries = await db().query('SELECT amount FROM credit_transactions WHERE page_guid = $1 ORDER BY seq', [
      page.guid,
    ]);
    expect(entries).toEqual([{ amount: -12 }, { amount: 12 }]);
  });

  it('is not made when another posting was posted under the same charge', async () => {
    const { device, balance } = await scenario(['a', 'b']);
    await device.posted(await device.claim());
    await device.failed(await device.claim());
    expect(await balance()).toBe(140);
  });

  it('is not made for an unconfirmed posting that is reported as failed while the next one is claimed under the same charge', async () => {
    const { device, deviceOn, doubted, balance } = await scenario(['a', 'b']);
    const doubt = await doubted();
    let next: Awaited<ReturnType<typeof device.claim>> | undefined;
    // The report starts before the claim is committed and does not see it. It waits for the page row, which the claim has locked.
    const report = await whileUncommitted(
      db(),
      async (on) => {
        next = await deviceOn(on).claim();
      },
      () => device.failed(doubt),
    );
    expect(report).toMatchObject({ status: 'failed' });
    if (next) await device.posted(next);
    expect(await balance()).toBe(140);
  });

  it('is made for a charged day without a post, also when a post of an earlier day is reported during it', async () => {
    const { device, doubted, balance, setPage } = await scenario(['a', 'b']);
    const doubt = await doubted();
    await setPage('paid_until = now()');
    const next = await device.claim();
    expect(await balance()).toBe(130);
    await device.posted(doubt);
    await device.failed(next);
    expect(await balance()).toBe(140);
  });

  it('is not made before the posting in flight under the same charge has failed too', async () => {
    const given = await scenario();
    const { device, owner, page, assistant } = given;
    const first = await device.claim();
    await given.endLease(first);
    await given.pauseAssistant();
    await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['other'] });
    const second = await device.claim();
    expect(second.description).toBe('other');

    await db().query(
      `UPDATE page_postings SET queued_at = queued_at - interval '1 day', status_since = now() - interval '25 hours' WHERE id = $1`,
      [first.id],
    );
    await given.setPage(`last_polled_at = now() - interval '25 hours'`);
    await setOwner(given, `posting_switched_at = now() - interval '25 hours'`);
    await db().query('UPDATE assistants SET pause_reason = NULL WHERE id = $1', [assistant.id]);
    await sweepOfflinePages(db());
    expect((await readPosting(db(), first.id)).status).toBe('failed');
    expect(await given.balance()).toBe(140);
    await device.failed(second);
    expect(await given.balance()).toBe(150);
  });

  it('is not made when the paid day ended without a post; the page is not charged again for the same posting', async () => {
    const given = await scenario();
    await given.endLease(await given.device.claim());
    await given.setPage(`paid_until = now() - interval '1 hour'`);
    await given.device.posted(await given.device.claim());
    expect(await given.balance()).toBe(140);
    expect(await paidOf(given)).toBe(true);
  });
});

describe('a retry', () => {
  it('requeues only failed postings, and a simultaneous second retry changes nothing', async () => {
    const { id: ownerId } = await buildUser(db(), { posting: true });
    const pages = [await buildPage(db(), ownerId), await buildPage(db(), ownerId)] as const;
    const { taskIds } = await buildQueuedAssistant(db(), ownerId, { pages });
    const [good, bad] = [deviceOf(db(), pages[0]), deviceOf(db(), pages[1])];
    await good.posted(await good.claim());
    await bad.failed(await bad.claim());
    const retry = () =>
      retryPostings(db(), { ownerId, taskId: taskIds[0] ?? '', postingIds: null, confirmUnconfirmed: false });
    expect((await Promise.all([retry(), retry()])).map(({ owners }) => owners.length).sort()).toEqual([0, 1]);
    expect([(await good.poll()).claimed, (await bad.poll()).claimed]).toEqual([null, expect.anything()]);
  });

  it('on a page that is being unlinked waits and then changes nothing', async () => {
    const { device, page, retry } = await scenario();
    const claimed = await device.claim();
    await device.failed(claimed);
    const unlink = 'UPDATE pages SET unlinked_at = now() WHERE guid = $1';
    const retried = await whileUncommitted(db(), (on) => on.query(unlink, [page.guid]), retry);
    expect(retried).toBe(false);
    expect((await readPosting(db(), claimed.id)).status).toBe('failed');
  });

  it('of an unconfirmed posting needs a confirmation', async () => {
    const { device, doubted, retry } = await scenario();
    const claimed = await doubted();
    await expect(retry({ isAsked: false })).rejects.toMatchObject({ status: 409, code: 'posting.unconfirmed' });
    expect((await readPosting(db(), claimed.id)).status).toBe('failed');
    expect(await retry()).toBe(true);
    await expect(device.posted(claimed)).rejects.toMatchObject({ status: 409 });
  });
});

test('unlinking fails pending postings and those in flight before submitting, and refunds the charge', async () => {
  const { device, page, setPage, balance } = await scenario(['a', 'b']);
  const claimed = await device.claim();
  await setPage('unlinked_at = now()');
  await cancelPostingsOfUnlinkedPages(db(), [page.guid]);
  const rows = await db().query('SELECT DISTINCT status, error_message FROM page_postings WHERE page_guid = $1', [
    page.guid,
  ]);
  expect(rows).toEqual([{ status: 'failed', error_message: 'The page was unlinked.' }]);
  expect(await balance()).toBe(150);
  await expect(device.submitting(claimed)).rejects.toMatchObject({ status: 409 });
});

test('a page that stays offline fails its postings after 24 hours with posting switched on, not earlier', async () => {
  const given = await scenario();
  const guid = given.page.guid;
  const age = async (hours: string) => {
    const at = `now() - interval '${hours}'`;
    await given.setPage(`linked_at = ${at}, last_polled_at = NULL`);
    await db().query(`UPDATE page_postings SET status_since = ${at} WHERE page_guid = $1`, [guid]);
    await setOwner(given, `posting_switched_at = ${at}`);
    return sweepOfflinePages(db());
  };
  expect(await age('23 hours 59 minutes')).toBe(0);
  await setOwner(given, 'is_posting_active = false');
  expect(await age('25 hours')).toBe(0);
  await setOwner(given, 'is_posting_active = true');
  expect(await age('25 hours')).toBe(1);
  const [posting] = await db().query('SELECT error_message FROM page_postings WHERE page_guid = $1', [guid]);
  expect(posting.error_message).toBe('The page has been offline for 24 hours.');
});

const FLYERS = ['1', '2', '3', '4', '5', '6'];

const submitAndFail = async ({ device, submitted }: PostingScenario) => {
  const claimed = await submitted();
  await device.failed(claimed);
  return claimed;
};
const pageOf = async ({ owner }: PostingScenario) => (await listPagesOf(db(), [owner.id]))[0];
/** Moves the page's ledger entries and times into the past. The ledger refuses UPDATE until its trigger is disabled. */
const ageCharges = async ({ page, setPage }: PostingScenario, interval: string) => {
  await db().query('ALTER TABLE credit_transactions DISABLE TRIGGER credit_transactions_append_only');
  await db().query('UPDATE credit_transactions SET created_at = created_at - $2::interval WHERE page_guid = $1', [
    page.guid,
    interval,
  ]);
  await db().query('ALTER TABLE credit_transactions ENABLE TRIGGER credit_transactions_append_only');
  await setPage(`paid_until = paid_until - interval '${interval}', fee_kept_at = fee_kept_at - interval '${interval}'`);
};
/** Creates a scenario whose page has used up its three refunds of the day. */
const usedUp = async () => {
  const scenario = await buildPostingScenario(db(), FLYERS);
  for (let n = 0; n < MAX_REFUNDS_AFTER_SUBMITTING; n++) {
    await submitAndFail(scenario);
    expect(await scenario.balance()).toBe(150);
  }
  expect((await pageOf(scenario))?.notice).toBeNull();
  return scenario;
};

describe('a failure after submitting [S2.3-3]', () => {
  it('is refunded 3 times; the next one is charged, with a notice on the page, which stays paid for the day', async () => {
    const scenario = await usedUp();
    const claimed = await submitAndFail(scenario);
    expect((await readPosting(db(), claimed.id)).status).toBe('failed');
    expect(await scenario.balance()).toBe(140);
    expect(await pageOf(scenario)).toMatchObject({ is_paid: true, notice: 'fee_kept' });
    await submitAndFail(scenario);
    await scenario.device.posted(await scenario.device.claim());
    expect(await scenario.balance()).toBe(140);
    // Not for another page.
    const other = await buildPostingScenario(db());
    await submitAndFail(other);
    expect(await other.balance()).toBe(150);
  });

  it('still counts after the page was unlinked and linked again', async () => {
    const scenario = await usedUp();
    await submitAndFail(scenario);
    await unlinkPages(db(), { ownerId: scenario.owner.id, pageGuids: [scenario.page.guid] });
    await scenario.setPage('unlinked_at = NULL');
    expect(await scenario.balance()).toBe(140);
    expect(await pageOf(scenario)).toMatchObject({ is_paid: true, notice: 'fee_kept' });
  });

  it.each([
    ['23 hours 59 minutes', 140],
    ['24 hours 1 second', 150],
  ])('counts for 24 hours: after %s the balance is %i', async (interval, balance) => {
    const scenario = await usedUp();
    await ageCharges(scenario, interval);
    await submitAndFail(scenario);
    expect(await scenario.balance()).toBe(balance);
  });

  it('that is charged shows a notice on the page for 24 hours', async () => {
    const scenario = await usedUp();
    await submitAndFail(scenario);
    await ageCharges(scenario, '23 hours 59 minutes');
    expect((await pageOf(scenario))?.notice).toBe('fee_kept');
    await ageCharges(scenario, '2 minutes');
    expect((await pageOf(scenario))?.notice).toBeNull();
  });

  it('counts also when it is reported after the posting became unconfirmed', async () => {
    const scenario = await usedUp();
    const unconfirmed = await scenario.doubted();
    expect(await scenario.balance()).toBe(140);
    await scenario.device.failed(unconfirmed);
    expect(await scenario.balance()).toBe(140);
    expect((await pageOf(scenario))?.notice).toBe('fee_kept');
  });
});

it('a failure before submitting is always refunded, also when the limit is reached, and does not count', async () => {
  const scenario = await buildPostingScenario(db(), FLYERS);
  const fail = async () => scenario.device.failed(await scenario.device.claim());
  for (let n = 0; n < MAX_REFUNDS_AFTER_SUBMITTING + 1; n++) {
    await fail();
    expect(await scenario.balance()).toBe(150);
  }
  await submitAndFail(scenario);
  expect(await scenario.balance()).toBe(150);
  const limited = await usedUp();
  await limited.device.failed(await limited.device.claim());
  expect(await limited.balance()).toBe(150);
});

it('a failure counts when its submitting report is committed while the failure report waits', async () => {
  const scenario = await usedUp();
  const claimed = await scenario.device.claim();
  await whileUncommitted(
    db(),
    // The same change as the `submitting` report makes.
    (on) => on.query('UPDATE in_flight SET submitting_at = now() WHERE posting_id = $1', [claimed.id]),
    () => scenario.device.failed(claimed),
  );
  expect(await scenario.balance()).toBe(140);
});

it('3 of six failures are refunded when each is reported three times at once', async () => {
  const { device, page, submitted, balance } = await buildPostingScenario(db(), FLYERS);
  for (let n = 0; n < FLYERS.length; n++) {
    const claimed = await submitted();
    await Promise.all([1, 2, 3].map(() => device.failed(claimed)));
  }
  const refunds = await db().query(
    `SELECT FROM credit_transactions WHERE page_guid = $1 AND transaction_type = 'refund'`,
    [page.guid],
  );
  expect(refunds).toHaveLength(MAX_REFUNDS_AFTER_SUBMITTING);
  expect(await balance()).toBe(140);
});
