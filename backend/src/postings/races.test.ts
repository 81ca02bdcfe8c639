import { type Claimed, expireLease, readPosting } from '../../test/deviceCalls.ts';
import { buildQueuedAssistant } from '../../test/factories.ts';
import { whileUncommitted as whileUncommittedOn } from '../../test/locks.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { deleteAssistant, pauseAssistant } from '../assistants/assistants.service.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { claimPosting } from './claim/claim.query.ts';
import { cancelPostingsOfAssistant } from './end/cancelPostings.query.ts';
import { sweepLeases } from './end/sweeps.ts';
import { buildPostingScenario } from './postingScenario.testing.ts';
import { switchPosting } from './queue/queue.query.ts';

/*
 * Two concurrent calls: the first has done its work and not committed, and the second waits for its locks. The result of the
 * second must be correct after the first one's commit.
 */
const database = useTestDatabase();
const db = () => database.db;

const whileUncommitted = <T>(first: (on: Db) => Promise<unknown>, second: () => Promise<T>) =>
  whileUncommittedOn(db(), first, second);

async function scenario(flyers?: string[]) {
  const given = await buildPostingScenario(db(), flyers);
  const { owner, assistant } = given;
  const statuses = async (): Promise<string[]> => {
    const rows: { status: string; error_code: string | null }[] = await db().query(
      'SELECT status, error_code FROM page_postings WHERE assistant_id = $1 ORDER BY sequence_order',
      [assistant.id],
    );
    return rows.map(({ status, error_code }) => (error_code ? `${status} ${error_code}` : status));
  };
  const pauseReason = async () =>
    (await db().query('SELECT pause_reason FROM assistants WHERE id = $1', [assistant.id]))[0].pause_reason;
  const removeOn = (on: Db) => deleteAssistant(on, owner.id, assistant.id);
  /** Deletes the assistant as the route does. */
  const remove = async () => {
    await inTransaction(db(), removeOn);
    await cancelPostingsOfAssistant(db(), assistant.id);
  };
  return { ...given, statuses, pauseReason, removeOn, remove };
}
const claimLost = { status: 409, code: 'posting.claim_lost' };

describe('a report that waits for a sweep', () => {
  it('of posted is accepted, so that the posting is not unconfirmed', async () => {
    const { device, submitted, statuses, balance } = await scenario();
    const claimed = await submitted();
    await expireLease(db(), claimed.id);
    expect(await whileUncommitted(sweepLeases, () => device.posted(claimed))).toMatchObject({ status: 'posted' });
    expect([await statuses(), await balance()]).toEqual([['posted'], 140]);
  });

  it('of failed is accepted, and the charge is refunded', async () => {
    const { device, submitted, statuses, balance } = await scenario();
    const claimed = await submitted();
    await expireLease(db(), claimed.id);
    expect(await whileUncommitted(sweepLeases, () => device.failed(claimed))).toMatchObject({ status: 'failed' });
    expect([await statuses(), await balance()]).toEqual([['failed site_changed'], 150]);
  });

  it('is refused when the sweep put the posting back in the queue', async () => {
    const { device, statuses } = await scenario();
    const claimed = await device.claim();
    await expireLease(db(), claimed.id);
    expect(await whileUncommitted(sweepLeases, () => device.posted(claimed))).toMatchObject(claimLost);
    expect(await statuses()).toEqual(['pending']);
  });

  it('of submitting is refused when the sweep ended the claim', async () => {
    const { device } = await scenario();
    const claimed = await device.claim();
    await expireLease(db(), claimed.id);
    const answer = await whileUncommitted(sweepLeases, async () => {
      // Extends the lease, as if the clock were behind the sweep's, so that only the deleted row shows that the claim has ended.
      await db().query(`UPDATE in_flight SET lease_expires_at = now() + interval '1 minute' WHERE posting_id = $1`, [
        claimed.id,
      ]);
      return device.submitting(claimed);
    });
    expect(answer).toMatchObject(claimLost);
  });
});

describe('deleting an assistant', () => {
  it('cancels a posting that is claimed at the same time', async () => {
    const { device, deviceOn, remove, statuses, balance } = await scenario();
    let claimed: Claimed | undefined;
    await whileUncommitted(async (on) => {
      claimed = await deviceOn(on).claim();
    }, remove);
    expect(await statuses()).toEqual(['failed assistant_deleted']);
    if (!claimed) throw new Error('nothing was claimed');
    await expect(device.submitting(claimed)).rejects.toMatchObject({ status: 409 });
    expect(await balance()).toBe(150);
  });

  it('cancels a posting that a sweep puts back in the queue at the same time', async () => {
    const { device, remove, statuses, balance } = await scenario();
    await expireLease(db(), (await device.claim()).id);
    await whileUncommitted(sweepLeases, remove);
    expect([await statuses(), await balance()]).toEqual([['failed assistant_deleted'], 150]);
  });

  it('cancels a posting that a retry puts back in the queue at the same time', async () => {
    const { device, retry, remove, statuses } = await scenario();
    await device.failed(await device.claim());
    await whileUncommitted((on) => retry({ on }), remove);
    expect(await statuses()).toEqual(['failed assistant_deleted']);
  });

  it('leaves nothing to retry for a retry that waited for the deletion', async () => {
    const { device, retry, removeOn, statuses } = await scenario();
    await device.failed(await device.claim());
    expect(await whileUncommitted(removeOn, retry)).toBe(false);
    expect(await statuses()).toEqual(['failed site_changed']);
  });

  it('prevents claims, submitting and requeueing even before its postings are cancelled', async () => {
    const { device, removeOn, statuses, balance } = await scenario(['a', 'b']);
    const claimed = await device.claim();
    await inTransaction(db(), removeOn);
    await expect(device.submitting(claimed)).rejects.toMatchObject(claimLost);
    expect((await device.poll()).claimed).toBeNull();
    await expireLease(db(), claimed.id);
    expect(await sweepLeases(db())).toMatchObject({ requeued: 0, failed: 1 });
    expect((await device.poll()).claimed).toBeNull();
    expect([await statuses(), await balance()]).toEqual([['failed assistant_deleted', 'pending'], 150]);
  });
});

test('a refund that waits for the page is not made when another posting was posted under the same charge meanwhile', async () => {
  const { device, deviceOn, owner, page, endLease, pauseAssistant, remove, statuses, balance } = await scenario();
  // The page is charged for a posting that goes back to the queue and is paused. Another assistant posts under this charge.
  await endLease(await device.claim());
  await pauseAssistant();
  await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['other'] });
  const other = await device.claim();
  await device.submitting(other);
  await whileUncommitted((on) => deviceOn(on).posted(other), remove);
  // One charge, one post and no refund.
  expect([await statuses(), await balance()]).toEqual([['failed assistant_deleted'], 140]);
});

describe('a claim that waits for the balance', () => {
  const claim = (pageGuid: string) => claimPosting(db(), { pageGuid, tokenHash: Buffer.from('t'), leaseSeconds: 60 });

  it('gets no posting when posting is switched off meanwhile', async () => {
    const { owner, page, statuses, pauseReason, balance } = await scenario();
    const answer = await whileUncommitted(
      (on) => switchPosting(on, [owner.id, false]),
      () => claim(page.guid),
    );
    expect(answer).toEqual({ outcome: 'nothing', claimed: null });
    expect([await statuses(), await pauseReason(), await balance()]).toEqual([['pending'], null, 150]);
  });

  it('does not charge when the assistant is paused meanwhile', async () => {
    const { owner, page, assistant, balance } = await scenario();
    const answer = await whileUncommitted(
      async (on) => {
        await on.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner.id]);
        await pauseAssistant(on, owner.id, assistant.id, true);
      },
      () => claim(page.guid),
    );
    expect(answer).toEqual({ outcome: 'assistant_paused', claimed: null });
    expect(await balance()).toBe(150);
  });

  it("and finds it insufficient does not replace the user's own pause", async () => {
    const { owner, page, assistant, pauseReason } = await scenario();
    await db().query('UPDATE users SET credits_balance = 9 WHERE id = $1', [owner.id]);
    await whileUncommitted(
      (on) => pauseAssistant(on, owner.id, assistant.id, true),
      () => claim(page.guid),
    );
    expect(await pauseReason()).toBe('user');
  });
});

describe('a lost response to a poll', () => {
  it('is recovered: the same device gets the same posting with a new token, and the old token is invalid', async () => {
    const { device, balance } = await scenario(['a', 'b']);
    const lost = await device.claim();
    const again = await device.claim();
    expect(again).toMatchObject({ id: lost.id, attempt: 1 });
    expect(again.claimToken).not.toBe(lost.claimToken);
    for (const report of [device.submitting, device.heartbeat, device.posted, device.failed]) {
      await expect(report(lost)).rejects.toMatchObject(claimLost);
    }
    await device.submitting(again);
    await device.posted(again);
    expect(await readPosting(db(), lost.id)).toMatchObject({ status: 'posted', retry_count: 0 });
    expect(await balance()).toBe(140);
  });

  it('does not count as a try when the lease has ended meanwhile', async () => {
    const { device } = await scenario();
    const lost = await device.claim();
    await expireLease(db(), lost.id);
    expect(await device.claim()).toMatchObject({ id: lost.id, attempt: 1 });
    expect((await readPosting(db(), lost.id)).retry_count).toBe(0);
  });

  it('is not assumed after submitting or when another device of the page polls', async () => {
    const { device, page } = await scenario();
    const claimed = await device.claim();
    const setDevice = (value: string) =>
      db().query(`UPDATE in_flight SET device_id = ${value} WHERE page_guid = $1`, [page.guid]);
    await setDevice('gen_random_uuid()');
    expect((await device.poll()).claimed).toBeNull();
    await setDevice('(SELECT id FROM devices WHERE page_guid = $1)');
    await device.submitting(claimed);
    expect((await device.poll()).claimed).toBeNull();
  });

  it('is assumed at most three times, so that a flyer that crashes its browser uses up its tries and fails', async () => {
    const { device, statuses } = await scenario();
    let claims = 0;
    for (let polls = 0; polls < 20 && (await statuses())[0] !== 'failed lease_expired'; polls++) {
      const { claimed } = await device.poll();
      if (claimed) claims += 1;
      else await db().query(`UPDATE in_flight SET lease_expires_at = now() - interval '1 second'`);
    }
    expect([claims, await statuses()]).toEqual([9, ['failed lease_expired']]);
  });
});
