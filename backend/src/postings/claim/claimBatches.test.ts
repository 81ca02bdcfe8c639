import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser, readLedger } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { createDeviceCalls } from '../../pages/device/extension.service.ts';
import { hashSecret, newSecret } from '../../server/security/secrets.ts';
import type { Claim } from './claim.query.ts';

const database = useTestDatabase({ poolSize: 24 });
const db = () => database.db;

interface Owner {
  readonly id: string;
  readonly pages: readonly BuiltPage[];
}

async function buildOwner(pageCount: number): Promise<Owner> {
  const { id } = await buildUser(db(), { posting: true });
  const pages: BuiltPage[] = [];
  for (let n = 0; n < pageCount; n++) pages.push(await buildPage(db(), id, { name: `Page ${n}` }));
  await buildQueuedAssistant(db(), id, { pages, flyers: ['a', 'b'] });
  return { id, pages };
}
const claimOf = ({ guid }: BuiltPage): Claim & { token: string } => {
  const token = newSecret();
  return { pageGuid: guid, token, tokenHash: hashSecret(token), leaseSeconds: 120 };
};
/** Charged once for each page, and the ledger's sum is the balance. */
async function expectFees({ id }: Owner, fees: number): Promise<void> {
  const balance = 150 - 10 * fees;
  expect(await readLedger(db(), id)).toEqual({ balance, ledgerSum: balance, lastBalanceAfter: balance });
}

test('two processes that claim and report the same pages in opposite orders charge and post each page once', async () => {
  const owners = await Promise.all([buildOwner(10), buildOwner(10)]);
  const pages = owners.flatMap((owner) => owner.pages);
  const processes = [createDeviceCalls(db()), createDeviceCalls(db())] as const;
  for (const flyer of ['a', 'b']) {
    const tries = [
      ...pages.map((page) => ({ calls: processes[0], page })),
      ...pages.toReversed().map((page) => ({ calls: processes[1], page })),
    ];
    const outcomes = await Promise.all(
      tries.map(async ({ calls, page }) => {
        const claim = claimOf(page);
        return { calls, page, tokenHash: claim.tokenHash, ...(await calls.claim(claim)) };
      }),
    );
    // A page that both processes skipped is claimed at its next poll.
    const claimed = outcomes.filter((outcome) => outcome.claimed);
    for (const page of pages.filter(({ guid }) => !claimed.some((outcome) => outcome.page.guid === guid))) {
      const claim = claimOf(page);
      claimed.push({ calls: processes[0], page, tokenHash: claim.tokenHash, ...(await processes[0].claim(claim)) });
    }
    expect(claimed.map(({ page }) => page.guid).sort()).toEqual(pages.map(({ guid }) => guid).sort());
    expect(claimed.every((outcome) => outcome.claimed?.description === flyer)).toBe(true);
    const reports = claimed.flatMap(({ page, tokenHash, claimed: posting }) => {
      const secretHash = hashSecret(page.deviceSecret);
      const report = { secretHash, postingId: posting?.id ?? '', tokenHash, externalPostId: null, postedAt: null };
      // Each report arrives at both processes.
      return processes.map((calls) => calls.report.posted(report));
    });
    const moved = (await Promise.all(reports)).filter((row) => row?.moved);
    expect(moved).toHaveLength(pages.length);
  }
  for (const owner of owners) await expectFees(owner, 10);
});

test('an owner whose balance is locked delays no claim of other owners', async () => {
  const [locked, other] = [await buildOwner(3), await buildOwner(3)];
  const { claim } = createDeviceCalls(db());
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [locked.id]);
    const waiting = locked.pages.map((page) => claim(claimOf(page)));
    const served = other.pages.map((page) => claim(claimOf(page)));
    expect((await Promise.all(served)).map(({ outcome }) => outcome)).toEqual(['claimed', 'claimed', 'claimed']);
    await holder.query('COMMIT');
    expect((await Promise.all(waiting)).map(({ outcome }) => outcome)).toEqual(['claimed', 'claimed', 'claimed']);
  } finally {
    holder.release();
  }
  await expectFees(locked, 3);
  await expectFees(other, 3);
});

test('a batch whose connection is lost before its commit has charged and handed out nothing', async () => {
  const owner = await buildOwner(4);
  const { claim } = createDeviceCalls(db());
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    // Every lock that a claim takes after it has charged.
    await holder.query('SELECT FROM tasks WHERE owner_id = $1 FOR NO KEY UPDATE', [owner.id]);
    const claims = owner.pages.map((page) => claim(claimOf(page)).catch((error: Error) => error));
    let isSettled = false;
    const failed = Promise.all(claims).finally(() => {
      isSettled = true;
    });
    // Repeated, because a batch that waits too long for the lock runs its items alone.
    while (!isSettled) {
      await holder.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
      );
    }
    expect(await failed).toEqual(owner.pages.map(() => expect.any(Error)));
    await holder.query('ROLLBACK');
  } finally {
    holder.release();
  }
  await expectFees(owner, 0);
  const outcomes = await Promise.all(owner.pages.map((page) => claim(claimOf(page))));
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(owner.pages.map(() => 'claimed'));
  await expectFees(owner, 4);
});
