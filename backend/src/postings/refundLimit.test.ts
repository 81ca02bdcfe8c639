import { MAX_REFUNDS_AFTER_SUBMITTING } from '@flyerdeck/contracts';
import { unlinkPages } from '../../test/asRoutes.ts';
import { expireLease, readPosting } from '../../test/deviceCalls.ts';
import { readLedger } from '../../test/factories.ts';
import { waitForLockWait } from '../../test/locks.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/pool.ts';
import { listPagesOf } from '../pages/pages.query.ts';
import { buildPostingScenario } from './postingScenario.testing.ts';
import { sweepLeases } from './sweeps.query.ts';

const database = useTestDatabase();
const db = () => database.db;
const FLYERS = ['1', '2', '3', '4', '5', '6'];
type Story = Awaited<ReturnType<typeof buildPostingScenario>>;

const pressAndFail = async ({ device }: Story) => {
  const claimed = await device.claim();
  await device.submitting(claimed);
  await device.failed(claimed);
  return claimed;
};
const balanceOf = async ({ owner }: Story) => {
  const { balance, ledgerSum, lastBalanceAfter } = await readLedger(db(), owner.id);
  expect([ledgerSum, lastBalanceAfter]).toEqual([balance, balance]);
  return balance;
};
const pageOf = async ({ owner }: Story) => (await listPagesOf(db(), [owner.id]))[0];
/** As if everything of the page's money had happened so much earlier. The ledger takes no UPDATE, but for its owner. */
const age = async ({ page }: Story, interval: string) => {
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
/** A page whose three refunds of the day are used up. */
const tellUsedUpStory = async (flyers = FLYERS) => {
  const story = await buildPostingScenario(db(), flyers);
  for (let n = 0; n < MAX_REFUNDS_AFTER_SUBMITTING; n++) {
    await pressAndFail(story);
    expect(await balanceOf(story)).toBe(150);
  }
  expect((await pageOf(story))?.notice).toBeNull();
  return story;
};

describe('a failure after submitting', () => {
  it('is refunded 3 times; then the fee stays, the page says why, and its day is paid', async () => {
    const story = await tellUsedUpStory();
    const claimed = await pressAndFail(story);
    expect((await readPosting(db(), claimed.id)).status).toBe('failed');
    expect(await balanceOf(story)).toBe(140);
    expect(await pageOf(story)).toMatchObject({ is_paid: true, notice: 'fee_kept' });
    await pressAndFail(story);
    expect(await balanceOf(story)).toBe(140);
    await story.device.posted(await story.device.claim());
    expect(await balanceOf(story)).toBe(140);
  });

  it('counts for the page, not for its link: unlinking and linking again gives nothing back', async () => {
    const story = await tellUsedUpStory();
    await pressAndFail(story);
    await unlinkPages(db(), { ownerId: story.owner.id, pageGuids: [story.page.guid] });
    await db().query('UPDATE pages SET unlinked_at = NULL WHERE guid = $1', [story.page.guid]);
    expect(await balanceOf(story)).toBe(140);
    expect(await pageOf(story)).toMatchObject({ is_paid: true, notice: 'fee_kept' });
  });

  it('does not count against another page of the same owner', async () => {
    await tellUsedUpStory();
    const other = await buildPostingScenario(db());
    await pressAndFail(other);
    expect(await balanceOf(other)).toBe(150);
  });

  it.each([
    ['23 hours 59 minutes', 140],
    ['24 hours 1 second', 150],
  ])('is counted for 24 hours: after %s the balance is %i', async (interval, balance) => {
    const story = await tellUsedUpStory();
    await age(story, interval);
    await pressAndFail(story);
    expect(await balanceOf(story)).toBe(balance);
  });

  it('is told of for 24 hours', async () => {
    const story = await tellUsedUpStory();
    await pressAndFail(story);
    await age(story, '23 hours 59 minutes');
    expect((await pageOf(story))?.notice).toBe('fee_kept');
    await age(story, '2 minutes');
    expect((await pageOf(story))?.notice).toBeNull();
  });

  it('is counted too where it comes after the lease was given up as unconfirmed', async () => {
    const story = await tellUsedUpStory();
    const { device } = story;
    const doubted = await device.claim();
    await device.submitting(doubted);
    await expireLease(db(), doubted.id);
    await sweepLeases(db());
    expect(await balanceOf(story)).toBe(140);
    await device.failed(doubted);
    expect(await balanceOf(story)).toBe(140);
    expect((await pageOf(story))?.notice).toBe('fee_kept');
  });
});

describe('a failure before submitting', () => {
  it('is refunded however often, and does not count', async () => {
    const story = await buildPostingScenario(db(), FLYERS);
    for (let n = 0; n < MAX_REFUNDS_AFTER_SUBMITTING + 1; n++) {
      await story.device.failed(await story.device.claim());
      expect(await balanceOf(story)).toBe(150);
    }
    await pressAndFail(story);
    expect(await balanceOf(story)).toBe(150);
  });

  it('is refunded where the limit is reached', async () => {
    const story = await tellUsedUpStory();
    await story.device.failed(await story.device.claim());
    expect(await balanceOf(story)).toBe(150);
  });
});

it('a submitting under way when the failure arrives is counted', async () => {
  const story = await tellUsedUpStory();
  const { device } = story;
  const claimed = await device.claim();
  const submitting = await poolOf(db()).connect();
  let failing: Promise<unknown>;
  try {
    await submitting.query('BEGIN');
    // What the statement of `submitting` does, not committed yet.
    await submitting.query('UPDATE in_flight SET submitting_at = now() WHERE posting_id = $1', [claimed.id]);
    failing = device.failed(claimed);
    await waitForLockWait(db());
    await submitting.query('COMMIT');
  } finally {
    submitting.release();
  }
  await failing;
  expect(await balanceOf(story)).toBe(140);
});

it('many failures of one page at the same moment are refunded 3 times in all', async () => {
  const story = await buildPostingScenario(db(), FLYERS);
  for (let n = 0; n < FLYERS.length; n++) {
    const claimed = await story.device.claim();
    await story.device.submitting(claimed);
    await Promise.all([story.device.failed(claimed), story.device.failed(claimed), story.device.failed(claimed)]);
  }
  const refunds = await db().query(
    `SELECT FROM credit_transactions WHERE page_guid = $1 AND transaction_type = 'refund'`,
    [story.page.guid],
  );
  expect(refunds).toHaveLength(MAX_REFUNDS_AFTER_SUBMITTING);
  expect(await balanceOf(story)).toBe(140);
});
