import type { EntityManager } from 'typeorm';
import { deviceOf, expireLease, readPosting } from '../../test/deviceCalls.ts';
import { buildQueuedAssistant, readLedger } from '../../test/factories.ts';
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
import { retryPostings } from './retry/retryPostings.ts';

/*
 * Two concurrent calls: the first has done its work and not committed, and the second waits for its locks. The result of the
 * second must be correct after the first one's commit.
 */
const database = useTestDatabase();
const db = () => database.db;
const scenario = (flyers?: string[]) => buildPostingScenario(db(), flyers);

const whileUncommitted = <T>(first: (on: Db) => Promise<unknown>, second: () => Promise<T>) =>
  whileUncommittedOn(db(), first, second);

const statusesOf = async (assistantId: string): Promise<string[]> => {
  const rows: { status: string; error_code: string | null }[] = await db().query(
    'SELECT status, error_code FROM page_postings WHERE assistant_id = $1 ORDER BY sequence_order',
    [assistantId],
  );
  return rows.map(({ status, error_code }) => (error_code ? `${status} ${error_code}` : status));
};
const balanceOf = async (userId: string) => {
  const { balance, ledgerSum } = await readLedger(db(), userId);
  expect(ledgerSum).toBe(balance);
  return balance;
};
/** Deletes an assistant as the route does. */
async function remove(ownerId: string, assistantId: string): Promise<void> {
  await inTransaction(db(), (manager) => deleteAssistant(manager, ownerId, assistantId));
  await cancelPostingsOfAssistant(database.db, assistantId);
}
const retry = (manager: EntityManager, ownerId: string, taskId: string) =>
  retryPostings(manager, { ownerId, taskId, postingIds: null, confirmUnconfirmed: true });

describe('a report that waits for a sweep', () => {
  it('of posted is accepted, so that the posting is not unconfirmed', async () => {
    const { device, owner } = await scenario();
    const claimed = await device.claim();
    await device.submitting(claimed);
    await expireLease(db(), claimed.id);
    const answer = await whileUncommitted(
      (on) => sweepLeases(on),
      () => device.posted(claimed),
    );
    expect(answer).toMatchObject({ status: 'posted' });
    expect((await readPosting(db(), claimed.id)).status).toBe('posted');
    expect(await balanceOf(owner.id)).toBe(140);
  });

  it('of failed is accepted, and the charge is refunded', async () => {
    const { device, owner } = await scenario();
    const claimed = await device.claim();
    await device.submitting(claimed);
    await expireLease(db(), claimed.id);
    const answer = await whileUncommitted(
      (on) => sweepLeases(on),
      () => device.failed(claimed),
    );
    expect(answer).toMatchObject({ status: 'failed' });
    expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'failed', error_code: 'site_changed' });
    expect(await balanceOf(owner.id)).toBe(150);
  });

  it('is refused when the sweep put the posting back in the queue', async () => {
    const { device } = await scenario();
    const claimed = await device.claim();
    await expireLease(db(), claimed.id);
    const answer = await whileUncommitted(
      (on) => sweepLeases(on),
      () => device.posted(claimed),
    );
    expect(answer).toMatchObject({ status: 409, code: 'posting.claim_lost' });
    expect((await readPosting(db(), claimed.id)).status).toBe('pending');
  });

  it('of submitting is refused when the sweep ended the claim', async () => {
    const { device } = await scenario();
    const claimed = await device.claim();
    await expireLease(db(), claimed.id);
    const runner = whileUncommitted(
      (on) => sweepLeases(on),
      async () => {
        // Extends the lease, as if the clock were behind the sweep's, so that only the deleted row shows that the claim has ended.
        await db().query(`UPDATE in_flight SET lease_expires_at = now() + interval '1 minute' WHERE posting_id = $1`, [
          claimed.id,
        ]);
        return device.submitting(claimed);
      },
    );
    expect(await runner).toMatchObject({ status: 409, code: 'posting.claim_lost' });
  });
});

describe('deleting an assistant', () => {
  it('cancels a posting that is claimed at the same time', async () => {
    const { device, owner, page, assistant } = await scenario();
    let claimed: Awaited<ReturnType<typeof device.claim>> | undefined;
    await whileUncommitted(
      async (on) => {
        claimed = await deviceOf(db(), page, { on }).claim();
      },
      () => remove(owner.id, assistant.id),
    );
    expect(await statusesOf(assistant.id)).toEqual(['failed assistant_deleted']);
    if (!claimed) throw new Error('nothing was claimed');
    await expect(device.submitting(claimed)).rejects.toMatchObject({ status: 409 });
    expect(await balanceOf(owner.id)).toBe(150);
  });

  it('cancels a posting that a sweep puts back in the queue at the same time', async () => {
    const { device, owner, assistant } = await scenario();
    await expireLease(db(), (await device.claim()).id);
    await whileUncommitted(
      (on) => sweepLeases(on),
      () => remove(owner.id, assistant.id),
    );
    expect(await statusesOf(assistant.id)).toEqual(['failed assistant_deleted']);
    expect(await balanceOf(owner.id)).toBe(150);
  });

  it('cancels a posting that a retry puts back in the queue at the same time', async () => {
    const { device, owner, assistant, taskId } = await scenario();
    await device.failed(await device.claim());
    await whileUncommitted(
      (manager) => retry(manager, owner.id, taskId),
      () => remove(owner.id, assistant.id),
    );
    expect(await statusesOf(assistant.id)).toEqual(['failed assistant_deleted']);
  });

  it('leaves nothing to retry for a retry that waited for the deletion', async () => {
    const { device, owner, assistant, taskId } = await scenario();
    await device.failed(await device.claim());
    const answer = await whileUncommitted(
      (manager) => deleteAssistant(manager, owner.id, assistant.id),
      () => retry(db(), owner.id, taskId),
    );
    expect(answer).toMatchObject({ owners: [] });
    expect(await statusesOf(assistant.id)).toEqual(['failed site_changed']);
  });

  it('prevents claims, submitting and requeueing even before its postings are cancelled', async () => {
    const { device, owner, assistant } = await scenario(['a', 'b']);
    const claimed = await device.claim();
    await inTransaction(db(), (manager) => deleteAssistant(manager, owner.id, assistant.id));
    await expect(device.submitting(claimed)).rejects.toMatchObject({ status: 409, code: 'posting.claim_lost' });
    expect((await device.poll()).claimed).toBeNull();
    await expireLease(db(), claimed.id);
    expect(await sweepLeases(database.db)).toMatchObject({ requeued: 0, failed: 1 });
    expect((await device.poll()).claimed).toBeNull();
    expect(await statusesOf(assistant.id)).toEqual(['failed assistant_deleted', 'pending']);
    expect(await balanceOf(owner.id)).toBe(150);
  });
});

describe('a refund', () => {
  it('that waits for the page is not made when another posting was posted under the same charge meanwhile', async () => {
    const { device, owner, page, assistant } = await scenario();
    // The page is charged for a posting that goes back to the queue and is paused. Another assistant posts under this charge.
    await expireLease(db(), (await device.claim()).id);
    await sweepLeases(database.db);
    await db().query(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [assistant.id]);
    await buildQueuedAssistant(db(), owner.id, { pages: [page], flyers: ['other'] });
    const other = await device.claim();
    await device.submitting(other);
    await whileUncommitted(
      (on) => deviceOf(db(), page, { on }).posted(other),
      () => remove(owner.id, assistant.id),
    );
    expect(await statusesOf(assistant.id)).toEqual(['failed assistant_deleted']);
    // One charge, one post and no refund.
    expect(await balanceOf(owner.id)).toBe(140);
  });
});

describe('a claim that waits for the balance', () => {
  const claim = (pageGuid: string) =>
    claimPosting(database.db, { pageGuid, tokenHash: Buffer.from('t'), leaseSeconds: 60 });

  it('gets no posting when posting is switched off meanwhile', async () => {
    const { owner, page, assistant } = await scenario();
    const answer = await whileUncommitted(
      (manager) => switchPosting(manager, [owner.id, false]),
      () => claim(page.guid),
    );
    expect(answer).toEqual({ outcome: 'nothing', claimed: null });
    expect(await statusesOf(assistant.id)).toEqual(['pending']);
    const [row] = await db().query('SELECT pause_reason FROM assistants WHERE id = $1', [assistant.id]);
    expect(row.pause_reason).toBeNull();
    expect(await balanceOf(owner.id)).toBe(150);
  });

  it('does not charge when the assistant is paused meanwhile', async () => {
    const { owner, page, assistant } = await scenario();
    const answer = await whileUncommitted(
      async (manager) => {
        await manager.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner.id]);
        await pauseAssistant(manager, owner.id, assistant.id, true);
      },
      () => claim(page.guid),
    );
    expect(answer).toEqual({ outcome: 'assistant_paused', claimed: null });
    expect(await balanceOf(owner.id)).toBe(150);
  });

  it("and finds it insufficient does not replace the user's own pause", async () => {
    const { owner, page, assistant } = await scenario();
    await db().query('UPDATE users SET credits_balance = 9 WHERE id = $1', [owner.id]);
    await whileUncommitted(
      (manager) => pauseAssistant(manager, owner.id, assistant.id, true),
      () => claim(page.guid),
    );
    const [row] = await db().query('SELECT pause_reason FROM assistants WHERE id = $1', [assistant.id]);
    expect(row.pause_reason).toBe('user');
  });
});

describe('a lost response to a poll', () => {
  it('is recovered: the same device gets the same posting with a new token, and the old token is invalid', async () => {
    const { device, owner } = await scenario(['a', 'b']);
    const lost = await device.claim();
    const again = await device.claim();
    expect(again).toMatchObject({ id: lost.id, attempt: 1 });
    expect(again.claimToken).not.toBe(lost.claimToken);
    for (const report of [device.submitting, device.heartbeat, device.posted, device.failed]) {
      await expect(report(lost)).rejects.toMatchObject({ status: 409, code: 'posting.claim_lost' });
    }
    await device.submitting(again);
    await device.posted(again);
    expect(await readPosting(db(), lost.id)).toMatchObject({ status: 'posted', retry_count: 0 });
    expect(await balanceOf(owner.id)).toBe(140);
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
    await db().query('UPDATE in_flight SET device_id = gen_random_uuid() WHERE page_guid = $1', [page.guid]);
    expect((await device.poll()).claimed).toBeNull();
    await db().query(
      'UPDATE in_flight SET device_id = (SELECT id FROM devices WHERE page_guid = $1) WHERE page_guid = $1',
      [page.guid],
    );
    await device.submitting(claimed);
    expect((await device.poll()).claimed).toBeNull();
  });

  it('is assumed at most three times, so that a flyer that crashes its browser uses up its tries and fails', async () => {
    const { device, assistant } = await scenario();
    let claims = 0;
    for (let polls = 0; polls < 20 && (await statusesOf(assistant.id))[0] !== 'failed lease_expired'; polls++) {
      const { claimed } = await device.poll();
      if (claimed) claims += 1;
      else await db().query(`UPDATE in_flight SET lease_expires_at = now() - interval '1 second'`);
    }
    expect(claims).toBe(9);
    expect(await statusesOf(assistant.id)).toEqual(['failed lease_expired']);
  });
});
