import { MAX_REFUNDS_AFTER_SUBMITTING } from '@flyerdeck/contracts';
import { unlinkPages } from '../../../test/asRoutes.ts';
import { expireLease, readPosting } from '../../../test/deviceCalls.ts';
import { readLedger } from '../../../test/factories.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { poolOf } from '../../database/pool.ts';
import { listPagesOf } from '../../pages/pages.query.ts';
import { sweepLeases } from '../end/sweeps.ts';
import { buildPostingScenario } from '../postingScenario.testing.ts';

const database = useTestDatabase();
const db = () => database.db;
const FLYERS = ['1', '2', '3', '4', '5', '6'];
type Scenario = Awaited<ReturnType<typeof buildPostingScenario>>;

const submitAndFail = async ({ device }: Scenario) => {
  const claimed = await device.claim();
  await device.submitting(claimed);
  await device.failed(claimed);
  return claimed;
};
const balanceOf = async ({ owner }: Scenario) => {
  const { balance, ledgerSum, lastBalanceAfter } = await readLedger(db(), owner.id);
  expect([ledgerSum, lastBalanceAfter]).toEqual([balance, balance]);
  return balance;
};
const pageOf = async ({ owner }: Scenario) => (await listPagesOf(db(), [owner.id]))[0];
/** Moves the page's ledger entries and times into the past. The ledger refuses UPDATE until its trigger is disabled. */
const ageCharges = async ({ page }: Scenario, interval: string) => {
  await db().query('ALTER TABLE credit_transactions DISABLE TRIGGER credit_transactions_append_only');
  await db().query('UPDATE credit_transactions SET created_at = created_at - $2::interval WHERE page_guid = $1', [
    page.guid,
    interval,
  ]);
  await db().query('ALTER TABLE credit_transactions ENABLE TRIGGER credit_transactions_append_only');
  await db().query(
    'UPDATE pages SET paid_until = paid_until - $2::interval, fee_kept_at = fee_kept_at - $2::interval WHERE guid = $1',
    [page.guid, interval],
  );
};
/** Creates a scenario whose page has used up its three refunds of the day. */
const buildScenarioWithUsedUpRefunds = async (flyers = FLYERS) => {
  const scenario = await buildPostingScenario(db(), flyers);
  for (let n = 0; n < MAX_REFUNDS_AFTER_SUBMITTING; n++) {
    await submitAndFail(scenario);
    expect(await balanceOf(scenario)).toBe(150);
  }
  expect((await pageOf(scenario))?.notice).toBeNull();
  return scenario;
};

describe('a failure after submitting [S2.3-3]', () => {
  it('is refunded 3 times; the next one is charged, with a notice on the page, which stays paid for the day', async () => {
    const scenario = await buildScenarioWithUsedUpRefunds();
    const claimed = await submitAndFail(scenario);
    expect((await readPosting(db(), claimed.id)).status).toBe('failed');
    expect(await balanceOf(scenario)).toBe(140);
    expect(await pageOf(scenario)).toMatchObject({ is_paid: true, notice: 'fee_kept' });
    await submitAndFail(scenario);
    expect(await balanceOf(scenario)).toBe(140);
    await scenario.device.posted(await scenario.device.claim());
    expect(await balanceOf(scenario)).toBe(140);
  });

  it('still counts after the page was unlinked and linked again', async () => {
    const scenario = await buildScenarioWithUsedUpRefunds();
    await submitAndFail(scenario);
    await unlinkPages(db(), { ownerId: scenario.owner.id, pageGuids: [scenario.page.guid] });
    await db().query('UPDATE pages SET unlinked_at = NULL WHERE guid = $1', [scenario.page.guid]);
    expect(await balanceOf(scenario)).toBe(140);
    expect(await pageOf(scenario)).toMatchObject({ is_paid: true, notice: 'fee_kept' });
  });

  it('does not count for another page', async () => {
    await buildScenarioWithUsedUpRefunds();
    const other = await buildPostingScenario(db());
    await submitAndFail(other);
    expect(await balanceOf(other)).toBe(150);
  });

  it.each([
    ['23 hours 59 minutes', 140],
    ['24 hours 1 second', 150],
  ])('counts for 24 hours: after %s the balance is %i', async (interval, balance) => {
    const scenario = await buildScenarioWithUsedUpRefunds();
    await ageCharges(scenario, interval);
    await submitAndFail(scenario);
    expect(await balanceOf(scenario)).toBe(balance);
  });

  it('that is charged shows a notice on the page for 24 hours', async () => {
    const scenario = await buildScenarioWithUsedUpRefunds();
    await submitAndFail(scenario);
    await ageCharges(scenario, '23 hours 59 minutes');
    expect((await pageOf(scenario))?.notice).toBe('fee_kept');
    await ageCharges(scenario, '2 minutes');
    expect((await pageOf(scenario))?.notice).toBeNull();
  });

  it('counts also when it is reported after the posting became unconfirmed', async () => {
    const scenario = await buildScenarioWithUsedUpRefunds();
    const { device } = scenario;
    const unconfirmed = await device.claim();
    await device.submitting(unconfirmed);
    await expireLease(db(), unconfirmed.id);
    await sweepLeases(db());
    expect(await balanceOf(scenario)).toBe(140);
    await device.failed(unconfirmed);
    expect(await balanceOf(scenario)).toBe(140);
    expect((await pageOf(scenario))?.notice).toBe('fee_kept');
  });
});

describe('a failure before submitting', () => {
  it('is always refunded and does not count', async () => {
    const scenario = await buildPostingScenario(db(), FLYERS);
    for (let n = 0; n < MAX_REFUNDS_AFTER_SUBMITTING + 1; n++) {
      await scenario.device.failed(await scenario.device.claim());
      expect(await balanceOf(scenario)).toBe(150);
    }
    await submitAndFail(scenario);
    expect(await balanceOf(scenario)).toBe(150);
  });

  it('is refunded also when the limit is reached', async () => {
    const scenario = await buildScenarioWithUsedUpRefunds();
    await scenario.device.failed(await scenario.device.claim());
    expect(await balanceOf(scenario)).toBe(150);
  });
});

it('a failure counts when its submitting report is committed while the failure report waits', async () => {
  const scenario = await buildScenarioWithUsedUpRefunds();
  const { device } = scenario;
  const claimed = await device.claim();
  const submitting = await poolOf(db()).connect();
  let failing: Promise<unknown>;
  try {
    await submitting.query('BEGIN');
    // The same change as the `submitting` report makes, not committed yet.
    await submitting.query('UPDATE in_flight SET submitting_at = now() WHERE posting_id = $1', [claimed.id]);
    failing = device.failed(claimed);
    await waitForLockWait(db());
    await submitting.query('COMMIT');
  } finally {
    submitting.release();
  }
  await failing;
  expect(await balanceOf(scenario)).toBe(140);
});

it('3 of six failures are refunded when each is reported three times at once', async () => {
  const scenario = await buildPostingScenario(db(), FLYERS);
  for (let n = 0; n < FLYERS.length; n++) {
    const claimed = await scenario.device.claim();
    await scenario.device.submitting(claimed);
    await Promise.all([
      scenario.device.failed(claimed),
      scenario.device.failed(claimed),
      scenario.device.failed(claimed),
    ]);
  }
  const refunds = await db().query(
    `SELECT FROM credit_transactions WHERE page_guid = $1 AND transaction_type = 'refund'`,
    [scenario.page.guid],
  );
  expect(refunds).toHaveLength(MAX_REFUNDS_AFTER_SUBMITTING);
  expect(await balanceOf(scenario)).toBe(140);
});
