import { deviceOf, expireLease, readPosting } from '../../../test/deviceCalls.ts';
import { readLedger } from '../../../test/factories.ts';
import { whileUncommitted as whileUncommittedOn } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { resumePages } from '../../pages/pages.query.ts';
import { lockPagesOf } from '../../pages/pages.service.ts';
import { sweepLeases } from '../end/sweeps.ts';
import { buildPostingScenario, relink } from '../postingScenario.testing.ts';

/* A refusal of the creator site and another call about the same page: the first has not committed, and the second waits for it. */
const database = useTestDatabase();
const db = () => database.db;
const whileUncommitted = <T>(first: (on: Db) => Promise<unknown>, second: () => Promise<T>) =>
  whileUncommittedOn(db(), first, second);

type Scenario = Awaited<ReturnType<typeof buildPostingScenario>>;

/** A posting whose button was pressed. */
async function pressed() {
  const scenario = await buildPostingScenario(db(), ['a', 'b', 'c']);
  const claimed = await scenario.device.claim();
  await scenario.device.submitting(claimed);
  const refuse = (on = db(), code = 'rate_limited') =>
    deviceOf(db(), scenario.page, { on }).failed(claimed, 'The site said no.', code, 600);
  return { scenario, claimed, refuse };
}

const resume = async (on: Db, { owner, page }: Scenario) => {
  await lockPagesOf(on, { ownerId: owner.id, pageGuids: [page.guid] });
  await resumePages(on, [[page.guid]]);
};
const pauseOf = async ({ page }: Scenario) => {
  const [row] = await db().query('SELECT refusals, paused_until > now() AS is_paused FROM pages WHERE guid = $1', [
    page.guid,
  ]);
  return row;
};
async function expectOneFee({ owner }: Scenario): Promise<void> {
  expect(await readLedger(db(), owner.id)).toMatchObject({ balance: 140, ledgerSum: 140 });
}

test('a rate limit that is reported twice at once counts once, and its posting goes back once [S2.3-1]', async () => {
  const { scenario, claimed, refuse } = await pressed();
  expect(
    await whileUncommitted(
      (on) => refuse(on),
      () => refuse(),
    ),
  ).toMatchObject({ status: 'pending' });
  expect(await pauseOf(scenario)).toEqual({ refusals: 1, is_paused: true });
  expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'pending', retry_count: 0 });
  await expectOneFee(scenario);
});

describe('Resume', () => {
  test('that waits for a refusal ends its pause', async () => {
    const { scenario, refuse } = await pressed();
    await whileUncommitted(
      (on) => refuse(on),
      () => inTransaction(db(), (on) => resume(on, scenario)),
    );
    expect(await pauseOf(scenario)).toEqual({ refusals: 0, is_paused: null });
  });

  test('does not end the pause of a refusal that waits for it', async () => {
    const { scenario, refuse } = await pressed();
    await whileUncommitted(
      (on) => resume(on, scenario),
      () => refuse(),
    );
    expect(await pauseOf(scenario)).toEqual({ refusals: 1, is_paused: true });
    await expectOneFee(scenario);
  });
});

describe('the end of the lease', () => {
  test('changes nothing during and after a rate limit: the posting is back in the queue', async () => {
    const { scenario, claimed, refuse } = await pressed();
    await expireLease(db(), claimed.id);
    await inTransaction(db(), async (on) => {
      await refuse(on);
      await sweepLeases(db());
    });
    await sweepLeases(db());
    expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'pending', error_code: null, retry_count: 0 });
    await expectOneFee(scenario);
  });

  test('that was first leaves a rate limit a failure of this posting, which nothing retries by itself', async () => {
    const { scenario, claimed, refuse } = await pressed();
    await expireLease(db(), claimed.id);
    await whileUncommitted(
      (on) => sweepLeases(on),
      () => refuse(),
    );
    expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'failed', error_code: 'rate_limited' });
    expect(await pauseOf(scenario)).toEqual({ refusals: 1, is_paused: true });
  });
});

describe('a device that is replaced', () => {
  test('meanwhile still reports a refusal, and the new device posts the flyer after the pause', async () => {
    const { scenario, claimed, refuse } = await pressed();
    await whileUncommitted(
      (on) => relink(on, scenario),
      () => refuse(),
    );
    expect((await readPosting(db(), claimed.id)).status).not.toBe('posting');
    await expectOneFee(scenario);
  });

  test('after its refusal leaves the new device a page without the pause', async () => {
    const { scenario, claimed, refuse } = await pressed();
    await whileUncommitted(
      (on) => refuse(on),
      () => inTransaction(db(), (on) => relink(on, scenario)),
    );
    expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'pending' });
    expect(await pauseOf(scenario)).toEqual({ refusals: 0, is_paused: null });
  });
});

describe('a report of the post and a refusal with the same claim', () => {
  test('posted first: the refusal is refused', async () => {
    const { scenario, claimed, refuse } = await pressed();
    const answer = await whileUncommitted(
      (on) => deviceOf(db(), scenario.page, { on }).posted(claimed),
      () => refuse(),
    );
    expect(answer).toMatchObject({ status: 409 });
    expect((await readPosting(db(), claimed.id)).status).toBe('posted');
    expect(await pauseOf(scenario)).toEqual({ refusals: 0, is_paused: null });
  });

  test.each(['rate_limited', 'content'])('refused first as %s: the post is refused', async (code) => {
    const { scenario, claimed, refuse } = await pressed();
    const answer = await whileUncommitted(
      (on) => refuse(on, code),
      () => scenario.device.posted(claimed),
    );
    expect(answer).toMatchObject({ status: 409 });
    expect((await readPosting(db(), claimed.id)).status).not.toBe('posted');
  });
});
