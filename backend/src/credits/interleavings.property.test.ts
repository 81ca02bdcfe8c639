import fc from 'fast-check';
import { type Claimed, deviceOf, letLeaseRunOut } from '../../test/device.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser, readLedger } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/dataSource.ts';
import { HttpError } from '../http/errors.ts';
import { retryPostings } from '../postings/retryPostings.ts';
import { sweepLeases } from '../postings/sweeps.ts';
import { switchPosting } from '../queue/queue.service.ts';
import { bookAdjustment } from './credits.service.ts';

const database = useTestDatabase();
const PAGES = 3;

const STEPS = [
  'claim',
  'submitting',
  'posted',
  'failed',
  // By the claim before the newest: a report that comes late.
  'posted late',
  'failed late',
  'the lease runs out',
  'retry',
  'the day is over',
  'a credit line',
  'off and on',
] as const;
interface Step {
  readonly what: (typeof STEPS)[number];
  readonly page: number;
}

/** Somebody with three pages, too few credits for all of them every day, and six flyers for each page. */
async function begin() {
  const { dataSource } = database;
  const owner = await buildUser(dataSource, { posting: true });
  const adjust = (amount: number) =>
    dataSource.transaction((manager) =>
      bookAdjustment(manager, {
        userId: owner.id,
        adminId: owner.id,
        amount,
        type: 'admin_adjustment',
        description: '',
        idempotencyKey: null,
      }),
    );
  await adjust(-110);
  const pages: BuiltPage[] = [];
  for (let i = 0; i < PAGES; i++) pages.push(await buildPage(dataSource, owner.id, { name: `Page ${i}` }));
  const flyers = ['1', '2', '3', '4', '5', '6'];
  const { taskIds } = await buildQueuedAssistant(dataSource, owner.id, { pages, flyers });
  const devices = pages.map((page) => ({
    page,
    device: deviceOf(dataSource, page),
    claims: [] as Claimed[],
    pressed: new Set<string>(),
  }));
  const daysOver = new Map<string, number>(pages.map(({ guid }) => [guid, 0]));

  const take = async ({ what, page: place }: Step): Promise<unknown> => {
    const own = devices[place];
    if (!own) throw new Error('no such page');
    const { page, device, claims, pressed } = own;
    const newest = claims.at(-1);
    const late = claims.at(-2);
    switch (what) {
      case 'claim': {
        const { claimed } = await device.poll();
        return claimed && claims.push(claimed);
      }
      case 'submitting':
        if (newest) await device.submitting(newest);
        return newest && pressed.add(newest.claimToken);
      case 'posted':
        if (newest) await device.posted(newest);
        return newest && pressed.add(newest.claimToken);
      case 'failed':
        return newest && device.failed(newest);
      case 'posted late':
        if (late) await device.posted(late);
        return late && pressed.add(late.claimToken);
      case 'failed late':
        return late && device.failed(late);
      case 'the lease runs out':
        if (newest) await letLeaseRunOut(dataSource, newest.id);
        return sweepLeases(poolOf(dataSource));
      case 'retry':
        return dataSource.transaction((manager) =>
          retryPostings(manager, {
            ownerId: owner.id,
            taskId: taskIds[place] ?? '',
            postingIds: null,
            confirmUnconfirmed: true,
          }),
        );
      case 'the day is over': {
        const [, ended]: [unknown, number] = await dataSource.query(
          'UPDATE pages SET paid_until = now() WHERE guid = $1 AND paid_until > now()',
          [page.guid],
        );
        return daysOver.set(page.guid, (daysOver.get(page.guid) ?? 0) + ended);
      }
      case 'a credit line':
        return adjust(place === 0 ? -10 : 10);
      case 'off and on':
        await dataSource.transaction((manager) => switchPosting(manager, owner.id, false));
        return dataSource.transaction((manager) => switchPosting(manager, owner.id, true));
    }
  };
  return { owner, devices, daysOver, take };
}
type Play = Awaited<ReturnType<typeof begin>>;

/** A refusal is an answer; anything else is a fault. */
const unlessRefused = async (work: Promise<unknown>) => {
  await work.catch((error) => {
    if (!(error instanceof HttpError && error.status < 500)) throw error;
  });
};

async function check({ owner, devices, daysOver }: Play) {
  const { dataSource } = database;
  const { balance, ledgerSum, lastBalanceAfter } = await readLedger(dataSource, owner.id);
  expect([ledgerSum, lastBalanceAfter]).toEqual([balance, balance]);
  expect(balance).toBeGreaterThanOrEqual(0);
  for (const { page, pressed } of devices) {
    const [row]: { fees: number; refunds: number; unused: number; went_out: boolean }[] = await dataSource.query(
      `SELECT count(*) FILTER (WHERE transaction_type = 'spending')::int AS fees,
         count(*) FILTER (WHERE transaction_type = 'refund')::int AS refunds,
         (SELECT count(unused_charge_id) FROM pages WHERE guid = $1)::int AS unused,
         EXISTS (SELECT FROM page_postings p WHERE p.page_guid = $1 AND p.status IN ('posted', 'completed')) AS went_out
       FROM credit_transactions WHERE page_guid = $1`,
      [page.guid],
    );
    const kept = (row?.fees ?? 0) - (row?.refunds ?? 0);
    // A day is paid for once, what went out went out on a day that was, and nothing is kept for what can't have gone out.
    expect(kept).toBeLessThanOrEqual(1 + (daysOver.get(page.guid) ?? 0));
    expect(kept).toBeLessThanOrEqual((row?.unused ?? 0) + pressed.size);
    expect(kept).toBeGreaterThanOrEqual(row?.went_out ? 1 : 0);
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constant('claim' as const) },
    { weight: 8, arbitrary: fc.constantFrom(...STEPS) },
  ),
  page: fc.nat(PAGES - 1),
});
/** What stands together happens at once, each on a connection of its own. */
const story = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: 16 });

test('however claims, reports, sweeps, retries and credits fall together, the ledger is the balance and a day is paid once', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (batches) => {
      const play = await begin();
      for (const batch of batches) {
        await Promise.all(batch.map((one) => unlessRefused(play.take(one))));
        await check(play);
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
}, 120_000);
