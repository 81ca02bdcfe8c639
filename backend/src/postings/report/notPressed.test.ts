import { MAX_POSTING_TRIES } from '@flyerdeck/contracts';
import { unlinkPages } from '../../../test/asRoutes.ts';
import { deviceOf, expireLease, passTime, readPosting } from '../../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, readLedger } from '../../../test/factories.ts';
import { whileUncommitted as whileUncommittedOn } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { deleteAssistant, pauseAssistant } from '../../assistants/assistants.service.ts';
import { archiveFinished } from '../../assistants/tasks/tasks.query.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { cancelPostingsOfAssistant } from '../end/cancelPostings.query.ts';
import { sweepLeases } from '../end/sweeps.ts';
import { buildPostingScenario } from '../postingScenario.testing.ts';
import { switchPosting } from '../queue/queue.query.ts';
import { retryPostings } from '../retry/retryPostings.ts';

/* A device that was about to press the button knows that nothing was pressed, and that nothing will be. */
const database = useTestDatabase();
const db = () => database.db;
const whileUncommitted = <T>(first: (on: Db) => Promise<unknown>, second: () => Promise<T>) =>
  whileUncommittedOn(db(), first, second);

/** A posting that the server believes to be pressed, and the report that it was not. */
async function submitted() {
  const scenario = await buildPostingScenario(db());
  const claimed = await scenario.device.claim();
  await scenario.device.submitting(claimed);
  const notPressed = (on = db()) => deviceOf(db(), scenario.page, { on }).notPressed(claimed);
  const state = () => readPosting(db(), claimed.id);
  const balance = async () => {
    const { balance, ledgerSum } = await readLedger(db(), scenario.owner.id);
    expect(ledgerSum).toBe(balance);
    return balance;
  };
  const endLease = () => expireLease(db(), claimed.id);
  return { ...scenario, claimed, notPressed, state, balance, endLease };
}
type Submitted = Awaited<ReturnType<typeof submitted>>;

/** Its lease has ended, so it is in doubt. */
async function doubted() {
  const scenario = await submitted();
  await scenario.endLease();
  await sweepLeases(db());
  expect(await scenario.state()).toMatchObject({ status: 'failed', error_code: 'unconfirmed' });
  return scenario;
}

const QUEUED = { status: 'pending', error_code: null, error_message: null, retry_count: 1 };

async function postsUnderOneFee({ device, claimed, balance, state }: Submitted): Promise<void> {
  const again = await device.claim();
  expect(again.id).toBe(claimed.id);
  await device.posted(again);
  expect(await state()).toMatchObject({ status: 'posted', retry_count: 1 });
  expect(await balance()).toBe(140);
}

describe('a posting that was not pressed', () => {
  it('returns to the queue by itself, and its charge stays with the page', async () => {
    const scenario = await submitted();
    expect(await scenario.notPressed()).toMatchObject({ status: 'pending' });
    expect(await scenario.state()).toMatchObject(QUEUED);
    await postsUnderOneFee(scenario);
  });

  it('returns also if the server never learned that it was about to be pressed', async () => {
    const { device } = await buildPostingScenario(db());
    const claimed = await device.claim();
    await device.notPressed(claimed);
    expect(await readPosting(db(), claimed.id)).toMatchObject(QUEUED);
  });

  it('returns also when its lease has ended meanwhile, and takes no second fee when the day of the page is over', async () => {
    const scenario = await doubted();
    await scenario.notPressed();
    expect(await scenario.state()).toMatchObject(QUEUED);
    await db().query('UPDATE pages SET paid_until = now() WHERE guid = $1', [scenario.page.guid]);
    await postsUnderOneFee(scenario);
  });

  it('fails at the third time, and is refunded', async () => {
    const { device, owner } = await buildPostingScenario(db());
    let id = '';
    for (let tries = 1; tries <= MAX_POSTING_TRIES; tries++) {
      const claimed = await device.claim();
      await device.submitting(claimed);
      await device.notPressed(claimed);
      id = claimed.id;
      expect((await readPosting(db(), id)).status).toBe(tries < MAX_POSTING_TRIES ? 'pending' : 'failed');
    }
    expect(await readPosting(db(), id)).toMatchObject({
      error_code: 'not_pressed',
      error_message: 'Nothing was pressed.',
    });
    expect((await readLedger(db(), owner.id)).balance).toBe(150);
  });

  it('that is reported again changes nothing, and a report after the next claim is refused', async () => {
    const scenario = await submitted();
    await scenario.notPressed();
    expect(await scenario.notPressed()).toMatchObject({ status: 'pending' });
    expect(await scenario.state()).toMatchObject(QUEUED);
    await expect(scenario.device.posted(scenario.claimed)).rejects.toMatchObject({ code: 'posting.claim_lost' });
    await scenario.device.claim();
    await expect(scenario.notPressed()).rejects.toMatchObject({ code: 'posting.claim_lost' });
  });

  it('stays failed and is refunded when its flyer was cleared from the queue meanwhile', async () => {
    const scenario = await doubted();
    await archiveFinished(db(), [scenario.owner.id]);
    await scenario.notPressed();
    expect(await scenario.state()).toMatchObject({ status: 'failed', error_code: 'not_pressed' });
    expect(await scenario.balance()).toBe(150);
  });

  it('is queued once when it is reported twice at once', async () => {
    const scenario = await submitted();
    const answer = await whileUncommitted(
      (on) => scenario.notPressed(on),
      () => scenario.notPressed(),
    );
    expect(answer).toMatchObject({ status: 'pending' });
    expect(await scenario.state()).toMatchObject(QUEUED);
  });
});

/** What may happen at the same moment, and what is left of the posting after both, first the report and first the other. */
const others: readonly (readonly [
  what: string,
  run: (on: Db, scenario: Submitted) => Promise<unknown>,
  afterReport: object,
  afterOther: object,
])[] = [
  [
    'the deletion of its assistant',
    async (on, { owner, assistant }) => {
      await deleteAssistant(on, owner.id, assistant.id);
    },
    { status: 'failed', error_code: 'assistant_deleted' },
    { status: 'failed', error_code: 'not_pressed' },
  ],
  [
    'the unlinking of its page',
    (on, { owner, page }) => unlinkPages(on, { ownerId: owner.id, pageGuids: [page.guid] }),
    { status: 'failed', error_code: 'page_unlinked' },
    { status: 'failed', error_code: 'not_pressed' },
  ],
];

describe.each(others)('%s and a report that nothing was pressed', (_, run, afterReport, afterOther) => {
  it('the report first: the other finds it in the queue', async () => {
    const scenario = await submitted();
    await scenario.endLease();
    await whileUncommitted(
      (on) => scenario.notPressed(on),
      () => inTransaction(db(), (on) => run(on, scenario)),
    );
    await cancelPostingsOfAssistant(database.db, scenario.assistant.id);
    expect(await scenario.state()).toMatchObject(afterReport);
    expect(await scenario.balance()).toBe(150);
  });

  it('the report waits: nothing is lost, and nothing is posted that nobody wants', async () => {
    const scenario = await submitted();
    await scenario.endLease();
    await whileUncommitted(
      (on) => run(on, scenario),
      () => scenario.notPressed(),
    );
    expect(await scenario.state()).toMatchObject(afterOther);
    expect(await scenario.balance()).toBe(150);
  });
});

describe('a sweep and a report that nothing was pressed', () => {
  it('the report first: the sweep leaves the posting in the queue', async () => {
    const scenario = await submitted();
    await scenario.endLease();
    await inTransaction(db(), async (on) => {
      await scenario.notPressed(on);
      await sweepLeases(db());
    });
    await sweepLeases(db());
    expect(await scenario.state()).toMatchObject(QUEUED);
    await postsUnderOneFee(scenario);
  });

  it('the report waits: the doubt returns to the queue', async () => {
    const scenario = await submitted();
    await scenario.endLease();
    await whileUncommitted(
      (on) => sweepLeases(on),
      () => scenario.notPressed(),
    );
    expect(await scenario.state()).toMatchObject(QUEUED);
    await postsUnderOneFee(scenario);
  });
});

describe('a retry of the doubt', () => {
  const retry = (on: Db, { owner, taskId }: Submitted) =>
    retryPostings(on, { ownerId: owner.id, taskId, postingIds: null, confirmUnconfirmed: true });

  it('that waits for the report finds the posting in the queue', async () => {
    const scenario = await doubted();
    expect(
      await whileUncommitted(
        (on) => scenario.notPressed(on),
        () => retry(db(), scenario),
      ),
    ).toEqual({ isLater: false, owners: [] });
    await postsUnderOneFee(scenario);
  });

  it('that was first leaves nothing to the report', async () => {
    const scenario = await doubted();
    const answer = await whileUncommitted(
      (on) => retry(on, scenario),
      () => scenario.notPressed(),
    );
    expect(answer).toMatchObject({ code: 'posting.claim_lost' });
    await postsUnderOneFee(scenario);
  });
});

test('a pause or the switch leaves it in the queue, and it is claimed once both are ended', async () => {
  const scenario = await submitted();
  await inTransaction(db(), (on) => pauseAssistant(on, scenario.owner.id, scenario.assistant.id, true));
  await switchPosting(db(), [scenario.owner.id, false]);
  await scenario.notPressed();
  expect(await scenario.state()).toMatchObject(QUEUED);
  expect((await scenario.device.poll()).claimed).toBeNull();
});

describe('a post that may be on another account', () => {
  async function onOther() {
    const scenario = await submitted();
    const iris = await buildPage(db(), scenario.owner.id, { name: 'Iris' });
    await db().query(`UPDATE pages SET username = 'iris' WHERE guid = $1`, [iris.guid]);
    const [row] = await db().query('SELECT creator_id FROM pages WHERE guid = $1', [iris.guid]);
    return { ...scenario, iris, irisDevice: deviceOf(db(), iris), otherId: row.creator_id as string };
  }
  const MESSAGE = 'The account changed while posting: the post may be on @iris. Check both pages before you retry.';

  it('is a doubt that names both pages, never posted by itself, also when its lease has ended', async () => {
    for (const isLate of [false, true]) {
      const { device, claimed, otherId, state, endLease, balance } = await onOther();
      if (isLate) {
        await endLease();
        await sweepLeases(db());
      }
      await device.postedOnOther(claimed, otherId);
      await device.postedOnOther(claimed, otherId);
      expect(await state()).toMatchObject({ status: 'failed', error_code: 'unconfirmed', error_message: MESSAGE });
      expect(await balance()).toBe(140);
    }
  });

  it('of an account that is not linked has the words of the device', async () => {
    const { device, claimed, state } = await submitted();
    await device.postedOnOther(claimed, 'unknown');
    expect((await state()).error_message).toBe(
      'The account changed while posting: the post may be on another account. Check both pages before you retry.',
    );
  });

  it('is no proof for a posting of the same flyer on the other page', async () => {
    const { device, claimed, otherId, owner, iris, irisDevice } = await onOther();
    await device.postedOnOther(claimed, otherId);
    await buildQueuedAssistant(db(), owner.id, { pages: [iris], flyers: ['a'] });
    const own = await irisDevice.claim();
    await irisDevice.submitting(own);
    await expireLease(db(), own.id);
    await sweepLeases(db());
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
    expect(await state()).toMatchObject({
      status: 'failed',
      error_code: 'not_posted',
      error_message: `The post is not on this page. ${MESSAGE}`,
    });
    expect(await balance()).toBe(150);
  });
});
