import type { FeedVerdict } from '@flyerdeck/contracts';
import { type Claimed, deviceOf, passTime, readPosting } from '../../../test/deviceCalls.ts';
import { readLedger } from '../../../test/factories.ts';
import { whileUncommitted } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { deleteAssistant } from '../../assistants/assistants.service.ts';
import { type Db, oneRow } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { buildPostingScenario } from '../postingScenario.testing.ts';
import { completePosting } from '../report/report.query.ts';
import { confirmLive } from '../retry/retryPostings.query.ts';
import { retryPostings } from '../retry/retryPostings.ts';

/** A posting that the site has said to be posted, and that a readable feed does not show. */

const database = useTestDatabase();
const db = () => database.db;
type Scenario = Awaited<ReturnType<typeof buildPostingScenario>>;

const NOT_SHOWN = {
  status: 'failed',
  error_code: 'unconfirmed',
  error_message:
    'The site said that it was posted, but the page does not show it. Check the page before you retry: the post may be live.',
};
const absent = ({ id, attempt }: Claimed): FeedVerdict => ({ posting_id: id, attempt, verdict: 'absent' });
const found = ({ id, attempt }: Claimed): FeedVerdict => ({
  posting_id: id,
  attempt,
  verdict: 'found',
  external_post_id: `post-${id}`,
  path: `/${id}/luna`,
});
const countsOf = async ({ taskId }: Scenario) =>
  (
    await db().query(
      'SELECT posted_count AS posted, completed_count AS completed, failed_count AS failed, stored_status AS status FROM tasks WHERE id = $1',
      [taskId],
    )
  )[0];
const rowsOf = async (table: string, column: string, { id }: Claimed): Promise<number> =>
  (await db().query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).length;
const complete = (on: Db, { id }: Claimed) => completePosting(on, id, { screenshotError: 'No browser.' });
const retry = (on: Db, { owner, taskId }: Scenario) =>
  retryPostings(on, { ownerId: owner.id, taskId, postingIds: null, confirmUnconfirmed: true }).then(
    ({ owners }) => owners.length,
  );
const balanceOf = async ({ owner }: Scenario) => {
  const { balance, ledgerSum } = await readLedger(db(), owner.id);
  expect(ledgerSum).toBe(balance);
  return balance;
};

/** The device has reported `posted` without an id so many minutes ago. */
async function claimedPosted(scenario: Scenario, minutes = 31): Promise<Claimed> {
  const claimed = await scenario.device.claim();
  await scenario.device.submitting(claimed);
  await scenario.device.posted(claimed, null);
  await passTime(db(), claimed.id, `${minutes} minutes`);
  return claimed;
}
async function notShown(scenario: Scenario): Promise<Claimed> {
  const claimed = await claimedPosted(scenario);
  await scenario.device.reportFeed(absent(claimed));
  expect(await readPosting(db(), claimed.id)).toMatchObject(NOT_SHOWN);
  return claimed;
}

describe('a posting that the site has confirmed', () => {
  it('stays posted for 30 minutes, and is looked for every 15 minutes', async () => {
    const scenario = await buildPostingScenario(db());
    const claimed = await claimedPosted(scenario, 29);
    const { checks, next_check_seconds } = await scenario.device.feedChecks();
    expect([checks.length, next_check_seconds]).toEqual([1, 900]);
    // A site may show the time of its approval.
    expect(Date.parse(checks[0]?.to ?? '')).toBeGreaterThan(Date.now());
    expect(await scenario.device.reportFeed(absent(claimed))).toMatchObject([{ status: 'posted' }]);
    expect((await readPosting(db(), claimed.id)).status).toBe('posted');
  });

  it.each(['posted', 'completed', 'archived'])('is then in doubt, also when it is %s', async (state) => {
    const scenario = await buildPostingScenario(db());
    const claimed = await claimedPosted(scenario);
    if (state !== 'posted') await complete(db(), claimed);
    if (state === 'archived') {
      await db().query('UPDATE tasks SET archived_at = now() WHERE id = $1', [scenario.taskId]);
    }
    const results = await Promise.all([1, 2, 3].map(() => scenario.device.reportFeed(absent(claimed))));
    expect(results.flat().map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    expect(await readPosting(db(), claimed.id)).toMatchObject(NOT_SHOWN);
    const status = state === 'archived' ? 'archived' : 'failed';
    expect(await countsOf(scenario)).toEqual({ posted: 0, completed: 0, failed: 1, status });
    expect(await rowsOf('pending_screenshots', 'posting_id', claimed)).toBe(0);
    expect(await rowsOf('bot_alerts', 'subject_id', claimed)).toBe(1);
    expect(await balanceOf(scenario)).toBe(140);
    // Its feed does not decide that nothing was posted, and the device's report comes again.
    await scenario.device.reportFeed(absent(claimed));
    expect(await scenario.device.posted(claimed, null)).toMatchObject({ status: 'failed' });
    await expect(scenario.device.failed(claimed)).rejects.toMatchObject({ code: 'posting.already_reported' });
    expect(await readPosting(db(), claimed.id)).toMatchObject(NOT_SHOWN);
    expect(await balanceOf(scenario)).toBe(140);
  });

  it.each(['posted', 'completed'])('is posted again when the feed shows it later, also if it was %s', async (state) => {
    const scenario = await buildPostingScenario(db());
    const claimed = await claimedPosted(scenario);
    if (state === 'completed') await complete(db(), claimed);
    await scenario.device.reportFeed(absent(claimed));
    await passTime(db(), claimed.id, '10 minutes');
    expect((await scenario.device.feedChecks()).checks).toMatchObject([{ kind: 'unconfirmed' }]);
    expect(await scenario.device.reportFeed(found(claimed))).toMatchObject([{ status: 'posted', isPosted: true }]);
    expect(await rowsOf('live_posts', 'posting_id', claimed)).toBe(1);
    expect(await rowsOf('pending_screenshots', 'posting_id', claimed)).toBe(1);
    expect(await countsOf(scenario)).toEqual({ posted: 1, completed: 0, failed: 0, status: 'posted' });
    expect(await balanceOf(scenario)).toBe(140);
    // The feed has shown it: from now on it can only be gone.
    await passTime(db(), claimed.id, '1 hour');
    await scenario.device.reportFeed(absent(claimed));
    expect((await readPosting(db(), claimed.id)).status).toBe('posted');
  });

  it('stays posted while the feed cannot be read', async () => {
    const scenario = await buildPostingScenario(db());
    const claimed = await claimedPosted(scenario, 600);
    await scenario.device.reportFeed({ ...absent(claimed), verdict: 'unreadable' } as FeedVerdict);
    expect((await readPosting(db(), claimed.id)).status).toBe('posted');
    expect((await scenario.device.feedChecks()).checks).toHaveLength(1);
  });

  it('has as much time as the site pack of its page says', async () => {
    const scenario = await buildPostingScenario(db());
    await db().query(
      `INSERT INTO site_packs (version, pack) VALUES (900001, '{"feed": {"appears_within_minutes": 120}}')`,
    );
    await db().query('UPDATE pages SET site_pack_version = 900001 WHERE guid = $1', [scenario.page.guid]);
    const claimed = await claimedPosted(scenario, 119);
    await scenario.device.reportFeed(absent(claimed));
    expect((await readPosting(db(), claimed.id)).status).toBe('posted');
    await passTime(db(), claimed.id, '2 minutes');
    await scenario.device.reportFeed(absent(claimed));
    expect(await readPosting(db(), claimed.id)).toMatchObject(NOT_SHOWN);
  });

  it('is retried by its owner after a question, under the same fee', async () => {
    const scenario = await buildPostingScenario(db());
    await notShown(scenario);
    const { owner, taskId } = scenario;
    const unasked = retryPostings(db(), { ownerId: owner.id, taskId, postingIds: null, confirmUnconfirmed: false });
    await expect(unasked).rejects.toMatchObject({ code: expect.stringContaining('unconfirmed') });
    expect(await retry(db(), scenario)).toBe(1);
    await scenario.device.posted(await scenario.device.claim());
    expect(await balanceOf(scenario)).toBe(140);
  });

  it('that its owner has seen is not put in doubt again', async () => {
    const scenario = await buildPostingScenario(db());
    const claimed = await notShown(scenario);
    expect(await oneRow(confirmLive(db(), [scenario.owner.id, claimed.id, 1]))).toEqual({ confirmed: true });
    await passTime(db(), claimed.id, '31 minutes');
    await scenario.device.reportFeed(absent(claimed));
    expect((await readPosting(db(), claimed.id)).status).toBe('posted');
    await complete(db(), claimed);
  });
});

describe('a verdict that a post is not shown, beside', () => {
  const onDevice = ({ page }: Scenario, on: Db) => deviceOf(db(), page, { on });
  /** Both orders: the first has done its work and has not committed when the second begins. */
  const inBothOrders = (
    name: string,
    other: (scenario: Scenario, claimed: Claimed, on: Db) => Promise<unknown>,
    ends: { verdictFirst: string; otherFirst: string },
    begin = claimedPosted as (scenario: Scenario) => Promise<Claimed>,
  ) =>
    it.each(['verdictFirst', 'otherFirst'] as const)(`${name}: %s`, async (order) => {
      const scenario = await buildPostingScenario(db());
      const claimed = await begin(scenario);
      const verdict = (on: Db) => onDevice(scenario, on).reportFeed(absent(claimed));
      const second = (on: Db) => other(scenario, claimed, on);
      const [first, then] = order === 'verdictFirst' ? [verdict, second] : [second, verdict];
      expect(await whileUncommitted(db(), first, () => then(db()))).not.toBeInstanceOf(Error);
      const { status, error_code } = await readPosting(db(), claimed.id);
      expect([status, error_code].filter(Boolean).join(' ')).toBe(ends[order]);
      expect(await balanceOf(scenario)).toBe(140);
      expect(await rowsOf('pending_screenshots', 'posting_id', claimed)).toBe(Number(status === 'posted'));
    });

  inBothOrders('the screenshot', (_, claimed, on) => complete(on, claimed), {
    verdictFirst: 'failed unconfirmed',
    otherFirst: 'failed unconfirmed',
  });
  inBothOrders(
    'a verdict that it is shown',
    (scenario, claimed, on) => onDevice(scenario, on).reportFeed(found(claimed)),
    {
      // A look that began before the doubt is not about it.
      verdictFirst: 'failed unconfirmed',
      otherFirst: 'posted',
    },
  );
  inBothOrders('the same report again', (scenario, claimed, on) => onDevice(scenario, on).posted(claimed, null), {
    verdictFirst: 'failed unconfirmed',
    otherFirst: 'failed unconfirmed',
  });
  inBothOrders(
    'a retry of the doubt',
    (scenario, _, on) => retry(on, scenario),
    { verdictFirst: 'pending', otherFirst: 'pending' },
    notShown,
  );

  it('the deletion of its assistant: the counts are right', async () => {
    const scenario = await buildPostingScenario(db());
    const claimed = await claimedPosted(scenario);
    const { owner, assistant, device } = scenario;
    await Promise.all([
      inTransaction(db(), (on) => deleteAssistant(on, owner.id, assistant.id)),
      device.reportFeed(absent(claimed)),
    ]);
    expect(await readPosting(db(), claimed.id)).toMatchObject(NOT_SHOWN);
    expect(await countsOf(scenario)).toMatchObject({ posted: 0, failed: 1 });
    expect(await balanceOf(scenario)).toBe(140);
  });
});
