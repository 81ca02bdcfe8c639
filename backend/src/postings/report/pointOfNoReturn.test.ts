import { readPosting } from '../../../test/deviceCalls.ts';
import { buildUser } from '../../../test/factories.ts';
import { whileUncommitted } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { eraseAccount } from '../../accounts/privacy/erasure.ts';
import { setUserFlag } from '../../admin/adminUsers.service.ts';
import { deleteAssistant } from '../../assistants/assistants.service.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { unlinkPagesOf } from '../../pages/pages.service.ts';
import { claimInBatches, claimPosting } from '../claim/claim.query.ts';
import { buildPostingScenario, type PostingScenario, relink } from '../postingScenario.testing.ts';

const database = useTestDatabase();
const db = () => database.db;

async function deactivate(on: Db, { owner }: PostingScenario): Promise<void> {
  const admin = await buildUser(db());
  await db().query('UPDATE users SET is_admin = true WHERE id = $1', [admin.id]);
  await setUserFlag(on, { adminId: admin.id, telegramId: owner.telegramId }, { is_active: false });
}

/** What ends the right to post. None of it cancels the claims: jobs do that later. */
const ends: readonly (readonly [what: string, run: (on: Db, scenario: PostingScenario) => Promise<unknown>])[] = [
  ['its page is unlinked', (on, { owner, page }) => unlinkPagesOf(on, { ownerId: owner.id, pageGuids: [page.guid] })],
  ['its page is linked to another device', relink],
  ['its assistant is deleted', (on, { owner, assistant }) => deleteAssistant(on, owner.id, assistant.id)],
  ['its owner is deactivated', deactivate],
  ['its owner is erased', (on, { owner }) => eraseAccount(on, { erasureKey: 'key' }, owner)],
];
const claimLost = { status: 409, code: 'posting.claim_lost' };

describe.each(ends)('a claim, when %s', (_, end) => {
  const commit = (scenario: PostingScenario) => inTransaction(db(), (on) => end(on, scenario));

  it('is not submitted after it, in a batch neither, and other claims are', async () => {
    const [scenario, other] = [await buildPostingScenario(db()), await buildPostingScenario(db())];
    const [claimed, others] = [await scenario.device.claim(), await other.device.claim()];
    await commit(scenario);
    const refused = expect(scenario.device.submitting(claimed)).rejects.toMatchObject(claimLost);
    await other.device.submitting(others);
    await refused;
    await expect(scenario.device.submitting(claimed)).rejects.toMatchObject(claimLost);
  });

  it('is refused when `submitting` waits for it', async () => {
    const scenario = await buildPostingScenario(db());
    const claimed = await scenario.device.claim();
    const answer = await whileUncommitted(
      db(),
      (on) => end(on, scenario),
      () => scenario.device.submitting(claimed),
    );
    expect(answer).toMatchObject(claimLost);
  });

  it('is submitted when it waits for `submitting`, and may be reported', async () => {
    const scenario = await buildPostingScenario(db());
    const claimed = await scenario.device.claim();
    await whileUncommitted(
      db(),
      (on) => scenario.deviceOn(on).submitting(claimed),
      () => commit(scenario),
    );
    expect(await scenario.device.posted(claimed)).toMatchObject({ status: 'posted' });
    expect(await scenario.balance()).toBe(140);
  });

  it('is not kept by heartbeats', async () => {
    const scenario = await buildPostingScenario(db());
    const claimed = await scenario.submitted();
    await commit(scenario);
    await expect(scenario.device.heartbeat(claimed)).rejects.toMatchObject(claimLost);
    await scenario.endLease(claimed);
    expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'failed', error_code: 'unconfirmed' });
    expect(await scenario.device.posted(claimed)).toMatchObject({ status: 'posted' });
  });

  it.each(['alone', 'in a batch'])('is not made or made again, %s', async (how) => {
    const [scenario, other] = [await buildPostingScenario(db(), ['a', 'b']), await buildPostingScenario(db())];
    await scenario.device.claim();
    await commit(scenario);
    // As a poll that has found the device linked right before.
    const claimsOf = async ({ page }: PostingScenario) => {
      const [device]: [{ id: string }] = await db().query(
        'SELECT id FROM devices WHERE page_guid = $1 ORDER BY created_at LIMIT 1',
        [page.guid],
      );
      return { pageGuid: page.guid, deviceId: device.id, tokenHash: Buffer.from('t'), leaseSeconds: 60 };
    };
    const [claim, others] = [await claimsOf(scenario), await claimsOf(other)];
    const inBatch = claimInBatches(db());
    for (const isLeaseOver of [false, true]) {
      if (isLeaseOver) await db().query('DELETE FROM in_flight WHERE page_guid = $1', [scenario.page.guid]);
      const [answer] = await Promise.all(
        how === 'alone' ? [claimPosting(db(), claim)] : [inBatch(claim), inBatch(others)],
      );
      expect(answer?.outcome).toMatch(/^(unlinked|nothing|account_deactivated)$/);
    }
  });
});
