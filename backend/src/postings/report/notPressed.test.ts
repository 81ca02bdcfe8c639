import { MAX_POSTING_TRIES } from '@flyerdeck/contracts';
import { unlinkPages } from '../../../test/asRoutes.ts';
import { deviceOf, expireLease, passTime, readPosting } from '../../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { whileUncommitted, whileUncommitted as whileUncommittedOn } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { eraseAccount } from '../../accounts/privacy/erasure.ts';
import { setUserFlag } from '../../admin/adminUsers.service.ts';
import { deleteAssistant, pauseAssistant } from '../../assistants/assistants.service.ts';
import { archiveFinished } from '../../assistants/tasks/tasks.query.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { unlinkPagesOf } from '../../pages/pages.service.ts';
import { claimInBatches, claimPosting } from '../claim/claim.query.ts';
import { cancelPostingsOfAssistant } from '../end/cancelPostings.query.ts';
import { sweepLeases } from '../end/sweeps.ts';
import { buildPostingScenario, type PostingScenario, relink } from '../postingScenario.testing.ts';
import { switchPosting } from '../queue/queue.query.ts';

describe('not pressed', () => {
  /* A device that was about to press the button knows that nothing was pressed, and that nothing will be. */
  const database = useTestDatabase();
  const db = () => database.db;
  const whileUncommitted = <T>(first: (on: Db) => Promise<unknown>, second: () => Promise<T>) =>
    whileUncommittedOn(db(), first, second);

  const QUEUED = { status: 'pending', error_code: null, error_message: null, retry_count: 1 };

  /** A posting that the server believes to be pressed, or is in doubt about, and the report that it was not. */
  async function submitted({ isDoubted = false, isLeaseOver = false } = {}) {
    const scenario = await buildPostingScenario(db());
    const claimed = await (isDoubted ? scenario.doubted() : scenario.submitted());
    if (isLeaseOver) await expireLease(db(), claimed.id);
    const notPressed = (on = db()) => scenario.deviceOn(on).notPressed(claimed);
    const state = () => readPosting(db(), claimed.id);
    const expectQueued = async () => expect(await state()).toMatchObject(QUEUED);
    const postsUnderOneFee = async () => {
      const again = await scenario.device.claim();
      expect(again.id).toBe(claimed.id);
      await scenario.device.posted(again);
      expect(await state()).toMatchObject({ status: 'posted', retry_count: 1 });
      expect(await scenario.balance()).toBe(140);
    };
    return { ...scenario, claimed, notPressed, state, expectQueued, postsUnderOneFee };
  }
  type Submitted = Awaited<ReturnType<typeof submitted>>;

  describe('a posting that was not pressed', () => {
    it('returns to the queue by itself, and its charge stays with the page', async () => {
      const { notPressed, expectQueued, postsUnderOneFee } = await submitted();
      expect(await notPressed()).toMatchObject({ status: 'pending' });
      await expectQueued();
      await postsUnderOneFee();
    });

    it('returns also if the server never learned that it was about to be pressed', async () => {
      const { device } = await buildPostingScenario(db());
      const claimed = await device.claim();
      await device.notPressed(claimed);
      expect(await readPosting(db(), claimed.id)).toMatchObject(QUEUED);
    });

    it('returns also when its lease has ended meanwhile, and takes no second fee when the day of the page is over', async () => {
      const { notPressed, expectQueued, postsUnderOneFee, setPage } = await submitted({ isDoubted: true });
      await notPressed();
      await expectQueued();
      await setPage('paid_until = now()');
      await postsUnderOneFee();
    });

    it('fails at the third time, and is refunded', async () => {
      const scenario = await buildPostingScenario(db());
      for (let tries = 1; tries <= MAX_POSTING_TRIES; tries++) {
        const claimed = await scenario.submitted();
        await scenario.device.notPressed(claimed);
        expect(await readPosting(db(), claimed.id)).toMatchObject(
          tries < MAX_POSTING_TRIES
            ? { status: 'pending' }
            : { status: 'failed', error_code: 'not_pressed', error_message: 'Nothing was pressed.' },
        );
      }
      expect(await scenario.balance()).toBe(150);
    });

    it('that is reported again changes nothing, and a report after the next claim is refused', async () => {
      const { device, claimed, notPressed, expectQueued } = await submitted();
      await notPressed();
      expect(await notPressed()).toMatchObject({ status: 'pending' });
      await expectQueued();
      await expect(device.posted(claimed)).rejects.toMatchObject({ code: 'posting.claim_lost' });
      await device.claim();
      await expect(notPressed()).rejects.toMatchObject({ code: 'posting.claim_lost' });
    });

    it('stays failed and is refunded when its flyer was cleared from the queue meanwhile', async () => {
      const { owner, notPressed, state, balance } = await submitted({ isDoubted: true });
      await archiveFinished(db(), [owner.id]);
      await notPressed();
      expect(await state()).toMatchObject({ status: 'failed', error_code: 'not_pressed' });
      expect(await balance()).toBe(150);
    });

    it('is queued once when it is reported twice at once', async () => {
      const { notPressed, expectQueued } = await submitted();
      expect(await whileUncommitted(notPressed, notPressed)).toMatchObject({ status: 'pending' });
      await expectQueued();
    });
  });

  /** What may happen at the same moment, and the error of the posting if the report was first. */
  const others: readonly (readonly [what: string, run: (on: Db, of: Submitted) => Promise<unknown>, error: string])[] =
    [
      [
        'the deletion of its assistant',
        (on, { owner, assistant }) => deleteAssistant(on, owner.id, assistant.id),
        'assistant_deleted',
      ],
      [
        'the unlinking of its page',
        (on, { owner, page }) => unlinkPages(on, { ownerId: owner.id, pageGuids: [page.guid] }),
        'page_unlinked',
      ],
    ];

  describe.each(others)('%s and a report that nothing was pressed', (_, run, error) => {
    it('the report first: the other finds it in the queue', async () => {
      const scenario = await submitted({ isLeaseOver: true });
      await whileUncommitted(scenario.notPressed, () => inTransaction(db(), (on) => run(on, scenario)));
      await cancelPostingsOfAssistant(db(), scenario.assistant.id);
      expect(await scenario.state()).toMatchObject({ status: 'failed', error_code: error });
      expect(await scenario.balance()).toBe(150);
    });

    it('the report waits: nothing is lost, and nothing is posted that nobody wants', async () => {
      const scenario = await submitted({ isLeaseOver: true });
      await whileUncommitted((on) => run(on, scenario), scenario.notPressed);
      expect(await scenario.state()).toMatchObject({ status: 'failed', error_code: 'not_pressed' });
      expect(await scenario.balance()).toBe(150);
    });
  });

  describe('a sweep and a report that nothing was pressed', () => {
    it('the report first: the sweep leaves the posting in the queue', async () => {
      const { notPressed, expectQueued, postsUnderOneFee } = await submitted({ isLeaseOver: true });
      await inTransaction(db(), async (on) => {
        await notPressed(on);
        await sweepLeases(db());
      });
      await sweepLeases(db());
      await expectQueued();
      await postsUnderOneFee();
    });

    it('the report waits: the doubt returns to the queue', async () => {
      const { notPressed, expectQueued, postsUnderOneFee } = await submitted({ isLeaseOver: true });
      await whileUncommitted(sweepLeases, notPressed);
      await expectQueued();
      await postsUnderOneFee();
    });
  });

  test('a retry of the doubt that waits for the report finds the posting in the queue', async () => {
    const { notPressed, retry, postsUnderOneFee } = await submitted({ isDoubted: true });
    expect(await whileUncommitted(notPressed, retry)).toBe(false);
    await postsUnderOneFee();
  });

  test('a retry of the doubt that was first leaves nothing to the report', async () => {
    const { notPressed, retry, postsUnderOneFee } = await submitted({ isDoubted: true });
    expect(await whileUncommitted((on) => retry({ on }), notPressed)).toMatchObject({ code: 'posting.claim_lost' });
    await postsUnderOneFee();
  });

  test('a pause or the switch leaves it in the queue, and it is claimed once both are ended', async () => {
    const { owner, assistant, device, notPressed, expectQueued } = await submitted();
    await inTransaction(db(), (on) => pauseAssistant(on, owner.id, assistant.id, true));
    await switchPosting(db(), [owner.id, false]);
    await notPressed();
    await expectQueued();
    expect((await device.poll()).claimed).toBeNull();
  });

  describe('a post that may be on another account', () => {
    async function onOther() {
      const scenario = await submitted();
      const iris = await buildPage(db(), scenario.owner.id, { name: 'Iris', username: 'iris' });
      const [row] = await db().query('SELECT creator_id FROM pages WHERE guid = $1', [iris.guid]);
      return { ...scenario, iris, irisDevice: deviceOf(db(), iris), otherId: row.creator_id as string };
    }
    const MESSAGE = 'The account changed while posting: the post may be on @iris. Check both pages before you retry.';

    it.each([false, true])(
      'is a doubt that names both pages, never posted by itself, lease over: %s',
      async (isLate) => {
        const { device, claimed, otherId, state, endLease, balance } = await onOther();
        if (isLate) await endLease(claimed);
        for (const _ of [1, 2]) await device.postedOnOther(claimed, otherId);
        expect(await state()).toMatchObject({ status: 'failed', error_code: 'unconfirmed', error_message: MESSAGE });
        expect(await balance()).toBe(140);
      },
    );

    it('of an account that is not linked has the words of the device', async () => {
      const { device, claimed, state } = await submitted();
      await device.postedOnOther(claimed, 'unknown');
      expect((await state()).error_message).toBe(
        'The account changed while posting: the post may be on another account. Check both pages before you retry.',
      );
    });

    it('is no proof for a posting of the same flyer on the other page', async () => {
      const { device, claimed, otherId, owner, iris, irisDevice, endLease } = await onOther();
      await device.postedOnOther(claimed, otherId);
      await buildQueuedAssistant(db(), owner.id, { pages: [iris], flyers: ['a'] });
      const own = await irisDevice.claim();
      await irisDevice.submitting(own);
      await endLease(own);
      for (const { id } of [own, claimed]) await passTime(db(), id, '10 minutes');
      const found = { verdict: 'found', external_post_id: '7', path: '/7/iris' } as const;
      await irisDevice.reportFeed({ posting_id: own.id, attempt: 1, ...found });
      expect(await readPosting(db(), own.id)).toMatchObject({ status: 'failed', error_code: 'unconfirmed' });
    });

    it('that its own page does not show is a failure that still names the other page', async () => {
      const { device, claimed, otherId, state, balance } = await onOther();
      await device.postedOnOther(claimed, otherId);
      await passTime(db(), claimed.id, '10 minutes');
      await device.reportFeed({ posting_id: claimed.id, attempt: 1, verdict: 'absent' });
      const error_message = `The post is not on this page. ${MESSAGE}`;
      expect(await state()).toMatchObject({ status: 'failed', error_code: 'not_posted', error_message });
      expect(await balance()).toBe(150);
    });
  });
});

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
