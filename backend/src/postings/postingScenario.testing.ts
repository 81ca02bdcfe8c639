import { type Claimed, deviceOf, expireLease, readPosting } from '../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser, readLedger } from '../../test/factories.ts';
import type { Db } from '../database/statement.ts';
import { requestLink } from '../pages/devices.service.ts';
import { linkPage } from '../pages/linking/linking.service.ts';
import { sweepLeases } from './end/sweeps.ts';
import { retryPostings } from './retry/retryPostings.ts';

export type PostingScenario = Awaited<ReturnType<typeof buildPostingScenario>>;

/** Creates a user with posting on, one page, and a queued assistant that posts the flyers on that page. */
export async function buildPostingScenario(db: Db, flyers = ['a']) {
  const owner = await buildUser(db, { posting: true });
  const page = await buildPage(db, owner.id);
  const assistant = await buildQueuedAssistant(db, owner.id, { pages: [page], flyers });
  const [taskId = ''] = assistant.taskIds;
  const device = deviceOf(db, page);
  /** As a crash of the device. */
  const endLease = async ({ id }: { readonly id: string }) => {
    await expireLease(db, id);
    await sweepLeases(db);
  };
  const submitted = async (): Promise<Claimed> => {
    const claimed = await device.claim();
    await device.submitting(claimed);
    return claimed;
  };
  return {
    owner,
    page,
    assistant,
    taskId,
    device,
    endLease,
    /** A posting that is about to be pressed. */
    submitted,
    /** A posting that is unconfirmed, because its device reported nothing after `submitting`. */
    async doubted(): Promise<Claimed> {
      const claimed = await submitted();
      await endLease(claimed);
      expect(await readPosting(db, claimed.id)).toMatchObject({ status: 'failed', error_code: 'unconfirmed' });
      return claimed;
    },
    /** The device on another connection. */
    deviceOn: (on: Db) => deviceOf(db, page, { on }),
    /** The balance, which the ledger confirms. */
    async balance(): Promise<number> {
      const { balance, ledgerSum, lastBalanceAfter } = await readLedger(db, owner.id);
      expect([ledgerSum, lastBalanceAfter]).toEqual([balance, balance]);
      return balance;
    },
    /** Returns whether something was put back in the queue. */
    async retry({ on = db, isAsked = true } = {}): Promise<boolean> {
      const retried = { ownerId: owner.id, taskId, postingIds: null, confirmUnconfirmed: isAsked };
      return (await retryPostings(on, retried)).owners.length > 0;
    },
    setPage: (values: string) => db.query(`UPDATE pages SET ${values} WHERE guid = $1`, [page.guid]),
    pauseAssistant: () => db.query(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [assistant.id]),
  };
}

/** Links the page to another device, which replaces the one that it has. */
export async function relink(on: Db, { owner, page }: PostingScenario): Promise<void> {
  const [{ creator_id }]: [{ creator_id: string }] = await on.query('SELECT creator_id FROM pages WHERE guid = $1', [
    page.guid,
  ]);
  const requested = { creator_id, name: 'Page', username: 'page', avatar_url: null };
  const { linkingToken } = await requestLink(on, { page: requested, extensionVersion: '1.0.0' });
  await linkPage(on, { ownerId: owner.id, token: linkingToken, confirmReplace: true });
}
