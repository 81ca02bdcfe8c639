import { MAX_REFUNDS_AFTER_SUBMITTING } from '@flyerdeck/contracts';
import { unlinkPages } from '../../../test/asRoutes.ts';
import { readPosting } from '../../../test/deviceCalls.ts';
import { whileUncommitted } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { listPagesOf } from '../../pages/pages.query.ts';
import { buildPostingScenario, type PostingScenario } from '../postingScenario.testing.ts';

const database = useTestDatabase();
const db = () => database.db;
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
