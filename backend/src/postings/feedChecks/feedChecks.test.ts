import type { FeedCheck, FeedVerdict } from '@flyerdeck/contracts';
import { type Claimed, deviceOf, expireLease, passTime, readPosting } from '../../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, readLedger } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { sweepLeases } from '../end/sweeps.ts';
import { buildPostingScenario } from '../postingScenario.testing.ts';
import { completePosting } from '../report/report.query.ts';
import { retryPostings } from '../retry/retryPostings.ts';

const database = useTestDatabase();
const db = () => database.db;
const LATER = '5 minutes';

type Scenario = Awaited<ReturnType<typeof buildPostingScenario>>;

const found = (check: Pick<FeedCheck, 'posting_id' | 'attempt'>, id = '9001'): FeedVerdict => ({
  posting_id: check.posting_id,
  attempt: check.attempt,
  verdict: 'found',
  external_post_id: id,
  path: `/${id}/luna`,
});
const says = (check: FeedCheck, verdict: 'absent' | 'unreadable'): FeedVerdict => ({
  posting_id: check.posting_id,
  attempt: check.attempt,
  verdict,
});

const knownIds = async ({ device }: Pick<Scenario, 'device'>): Promise<string[]> =>
  (await device.feedChecks()).known_posts.map(({ external_post_id }) => external_post_id);

/** The device claims a posting, reports `submitting` and then nothing. */
async function leaveInDoubt({ device }: Pick<Scenario, 'device'>): Promise<Claimed> {
  const claimed = await device.claim();
  await device.submitting(claimed);
  await expireLease(db(), claimed.id);
  await sweepLeases(db());
  return claimed;
}
/** The same, so long ago that the feed can be asked. */
async function inDoubt(scenario: Pick<Scenario, 'device'>): Promise<{ claimed: Claimed; check: FeedCheck }> {
  const claimed = await leaveInDoubt(scenario);
  await passTime(db(), claimed.id, LATER);
  const { checks } = await scenario.device.feedChecks();
  const check = checks.find(({ posting_id }) => posting_id === claimed.id);
  if (!check) throw new Error('There is no check.');
  return { claimed, check };
}
async function posted(scenario: Pick<Scenario, 'device'>): Promise<{ claimed: Claimed; check: FeedCheck }> {
  const claimed = await scenario.device.claim();
  await scenario.device.posted(claimed);
  await completePosting(db(), claimed.id, { screenshotError: 'No browser.' });
  const check = (await scenario.device.feedChecks()).checks.find(({ posting_id }) => posting_id === claimed.id);
  if (!check) throw new Error('There is no check.');
  return { claimed, check };
}
const retry = ({ owner, taskId }: Scenario) =>
  retryPostings(db(), { ownerId: owner.id, taskId, postingIds: null, confirmUnconfirmed: true }).then(
    ({ owners }) => owners.length,
  );
const balanceOf = async ({ owner }: Scenario) => (await readLedger(db(), owner.id)).balance;
const livePosts = ({ page }: Scenario): Promise<{ external_post_id: string; path: string; gone_at: Date | null }[]> =>
  db().query('SELECT external_post_id, path, gone_at FROM live_posts WHERE page_guid = $1', [page.guid]);
const UNCONFIRMED = { status: 'failed', error_code: 'unconfirmed' };
const NOT_POSTED = {
  status: 'failed',
  error_code: 'not_posted',
  error_message: 'The post is not on the page, so nothing was posted. You can retry it.',
};

describe('the checks of a page', () => {
  it('contain an unconfirmed posting a lease after its lease has ended, not before', async () => {
    const scenario = await buildPostingScenario(db(), ['Come in']);
    const claimed = await scenario.device.claim();
    await scenario.device.submitting(claimed);
    const inFlight = await scenario.device.feedChecks();
    expect(inFlight.checks).toEqual([]);
    // 120 s until the lease ends, as many until the check, and the time of a sweep.
    expect(inFlight.next_check_seconds).toBe(245);
    await expireLease(db(), claimed.id);
    await sweepLeases(db());
    expect(await scenario.device.feedChecks()).toMatchObject({ checks: [], known_posts: [], next_check_seconds: 120 });
    await passTime(db(), claimed.id, '2 minutes');
    const { checks, next_check_seconds } = await scenario.device.feedChecks();
    expect(checks).toEqual([
      {
        posting_id: claimed.id,
        attempt: 1,
        kind: 'unconfirmed',
        text: 'Come in',
        has_image: false,
        external_post_id: null,
        from: expect.any(String),
        to: expect.any(String),
      },
    ]);
    expect(next_check_seconds).toBe(900);
  });

  it('contain no posting that may have expired on the site', async () => {
    const scenario = await buildPostingScenario(db(), ['a', 'b']);
    const { claimed } = await inDoubt(scenario);
    const { claimed: live } = await posted(scenario);
    await passTime(db(), claimed.id, '23 hours');
    await passTime(db(), live.id, '23 hours');
    const id = expect.any(String);
    expect(await scenario.device.feedChecks()).toEqual({
      checks: [],
      known_posts: [{ external_post_id: id, path: null }],
      next_check_seconds: null,
    });
  });

  it('contain a scheduled post 15 minutes after its time', async () => {
    const scenario = await buildPostingScenario(db());
    const claimed = await scenario.device.claim();
    await scenario.device.posted(claimed);
    await db().query(`UPDATE page_postings SET scheduled_for = now() + interval '3 days' WHERE id = $1`, [claimed.id]);
    expect(await scenario.device.feedChecks()).toMatchObject({ checks: [], next_check_seconds: 3 * 86_400 + 900 });
    await passTime(db(), claimed.id, '3 days 15 minutes');
    expect((await scenario.device.feedChecks()).checks).toMatchObject([{ posting_id: claimed.id, kind: 'posted' }]);
  });

  it('contain a post whose place is known again after 6 hours', async () => {
    const scenario = await buildPostingScenario(db());
    const { check } = await posted(scenario);
    expect(check).toMatchObject({ kind: 'posted', external_post_id: expect.any(String) });
    await scenario.device.reportFeed(found(check, check.external_post_id ?? ''));
    expect(await scenario.device.feedChecks()).toMatchObject({ checks: [], next_check_seconds: 6 * 3_600 });
    await db().query(`UPDATE live_posts SET checked_at = checked_at - interval '6 hours' WHERE page_guid = $1`, [
      scenario.page.guid,
    ]);
    expect((await scenario.device.feedChecks()).checks).toMatchObject([{ kind: 'still_there' }]);
  });

  it('contain nothing of another page, or for a device that was replaced [S2.3-2]', async () => {
    const scenario = await buildPostingScenario(db());
    const { check } = await inDoubt(scenario);
    const other = deviceOf(db(), await buildPage(db(), scenario.owner.id));
    expect((await other.feedChecks()).checks).toEqual([]);
    expect(await other.reportFeed(found(check))).toMatchObject([{ status: null }]);
    await db().query('UPDATE devices SET voided_at = now() WHERE page_guid = $1', [scenario.page.guid]);
    expect((await scenario.device.feedChecks()).checks).toEqual([]);
    expect(await scenario.device.reportFeed(found(check))).toMatchObject([{ status: null }]);
    expect(await readPosting(db(), check.posting_id)).toMatchObject(UNCONFIRMED);
  });
});

describe('an unconfirmed posting that is found', () => {
  it('is posted, gets its screenshot and its place, and costs its fee', async () => {
    const scenario = await buildPostingScenario(db());
    const { claimed, check } = await inDoubt(scenario);
    expect(await scenario.device.reportFeed(found(check))).toMatchObject([{ status: 'posted', isPosted: true }]);
    expect(await readPosting(db(), claimed.id)).toMatchObject({
      status: 'posted',
      error_code: null,
      error_message: null,
    });
    expect(await livePosts(scenario)).toEqual([{ external_post_id: '9001', path: '/9001/luna', gone_at: null }]);
    expect(await db().query('SELECT FROM pending_screenshots WHERE posting_id = $1', [claimed.id])).toHaveLength(1);
    expect(await balanceOf(scenario)).toBe(140);
    // The same verdict again, and the device's own late report.
    expect(await scenario.device.reportFeed(found(check))).toMatchObject([{ status: 'posted', isPosted: false }]);
    expect(await scenario.device.posted(claimed)).toMatchObject({ status: 'posted' });
    const steps = await db().query(`SELECT FROM posting_transitions WHERE to_status = 'posted' AND posting_id = $1`, [
      claimed.id,
    ]);
    expect(steps).toHaveLength(1);
  });

  it('is posted once by verdicts that arrive at the same time', async () => {
    const scenario = await buildPostingScenario(db());
    const { check } = await inDoubt(scenario);
    const results = await Promise.all(Array.from({ length: 5 }, () => scenario.device.reportFeed(found(check))));
    expect(results.flat().filter(({ isPosted }) => isPosted)).toHaveLength(1);
  });

  it('stays unconfirmed if the post belongs to another posting already [S2.3-2]', async () => {
    const scenario = await buildPostingScenario(db(), ['Same', 'Same', 'Same']);
    const { check } = await inDoubt(scenario);
    const { check: second } = await inDoubt(scenario);
    const { check: third } = await posted(scenario);
    await scenario.device.reportFeed(found(check, '1'), found(second, '1'));
    expect(await readPosting(db(), check.posting_id)).toMatchObject({ status: 'posted' });
    expect(await readPosting(db(), second.posting_id)).toMatchObject(UNCONFIRMED);
    // The id that the device itself has reported for the third one.
    await scenario.device.reportFeed(found(second, third.external_post_id ?? ''));
    expect(await readPosting(db(), second.posting_id)).toMatchObject(UNCONFIRMED);
    expect((await knownIds(scenario)).toSorted()).toEqual(['1', third.external_post_id].toSorted());
  });
});

describe('an unconfirmed posting that is absent', () => {
  it('fails with a refund, once, and can be retried without a question', async () => {
    const scenario = await buildPostingScenario(db());
    const { claimed, check } = await inDoubt(scenario);
    expect(await balanceOf(scenario)).toBe(140);
    const results = await Promise.all([1, 2, 3].map(() => scenario.device.reportFeed(says(check, 'absent'))));
    expect(results.flat().map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    expect(await readPosting(db(), claimed.id)).toMatchObject(NOT_POSTED);
    expect(await readLedger(db(), scenario.owner.id)).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
    await expect(scenario.device.posted(claimed)).rejects.toMatchObject({ code: 'posting.already_reported' });
    const { owner, taskId } = scenario;
    await retryPostings(db(), { ownerId: owner.id, taskId, postingIds: null, confirmUnconfirmed: false });
    expect(await scenario.device.claim()).toMatchObject({ id: claimed.id, attempt: 2 });
  });

  it('is not refunded if something else was posted under its fee', async () => {
    const scenario = await buildPostingScenario(db(), ['a', 'b']);
    const { check } = await inDoubt(scenario);
    await posted(scenario);
    await scenario.device.reportFeed(says(check, 'absent'));
    expect(await readPosting(db(), check.posting_id)).toMatchObject(NOT_POSTED);
    expect(await balanceOf(scenario)).toBe(140);
  });

  it('is refunded three times a day', async () => {
    const scenario = await buildPostingScenario(db(), ['a', 'b', 'c', 'd']);
    const balances: number[] = [];
    for (let times = 1; times <= 4; times++) {
      const { check } = await inDoubt(scenario);
      await scenario.device.reportFeed(says(check, 'absent'));
      balances.push(await balanceOf(scenario));
    }
    expect(balances).toEqual([150, 150, 150, 140]);
  });

  it('stays unconfirmed if the verdict was made too early [S2.3-2]', async () => {
    const scenario = await buildPostingScenario(db());
    const claimed = await leaveInDoubt(scenario);
    await scenario.device.reportFeed({ posting_id: claimed.id, attempt: 1, verdict: 'absent' });
    await scenario.device.reportFeed(found({ posting_id: claimed.id, attempt: 1 }));
    expect(await readPosting(db(), claimed.id)).toMatchObject(UNCONFIRMED);
  });
});

describe('a verdict about an older try', () => {
  it.each(['absent', 'found'] as const)('%s changes nothing after the owner has retried [S2.3-2]', async (verdict) => {
    const scenario = await buildPostingScenario(db());
    const { claimed, check } = await inDoubt(scenario);
    const late = verdict === 'found' ? found(check) : says(check, 'absent');
    await retry(scenario);
    expect(await scenario.device.reportFeed(late)).toMatchObject([{ status: 'pending' }]);
    const again = await leaveInDoubt(scenario);
    expect(again.id).toBe(claimed.id);
    await passTime(db(), claimed.id, LATER);
    expect(await scenario.device.reportFeed(late)).toMatchObject([{ status: 'failed', isPosted: false }]);
    expect(await readPosting(db(), claimed.id)).toMatchObject(UNCONFIRMED);
    expect(await livePosts(scenario)).toEqual([]);
  });

  it('and a retry at the same time: one of them comes first', async () => {
    for (let round = 1; round <= 5; round++) {
      const scenario = await buildPostingScenario(db());
      const { claimed, check } = await inDoubt(scenario);
      const [, retried] = await Promise.all([scenario.device.reportFeed(found(check, String(round))), retry(scenario)]);
      const { status } = await readPosting(db(), claimed.id);
      expect(status).toBe(retried === 1 ? 'pending' : 'posted');
    }
  });
});

describe('a post', () => {
  it('that was seen and is gone within its day keeps its status and its fee', async () => {
    const scenario = await buildPostingScenario(db());
    const { claimed, check } = await posted(scenario);
    await scenario.device.reportFeed(found(check, check.external_post_id ?? ''));
    const before = await readPosting(db(), claimed.id);
    await scenario.device.reportFeed(says(check, 'absent'));
    await scenario.device.reportFeed(says(check, 'absent'));
    expect(await livePosts(scenario)).toMatchObject([{ gone_at: expect.any(Date) }]);
    expect(await readPosting(db(), claimed.id)).toEqual(before);
    expect(await balanceOf(scenario)).toBe(140);
    await scenario.device.reportFeed(found(check, check.external_post_id ?? ''));
    expect(await livePosts(scenario)).toMatchObject([{ gone_at: null }]);
  });

  it('that was never seen is not said to be gone', async () => {
    const scenario = await buildPostingScenario(db());
    const { claimed, check } = await posted(scenario);
    await scenario.device.reportFeed(says(check, 'absent'), says(check, 'unreadable'));
    expect(await livePosts(scenario)).toEqual([]);
    expect(await readPosting(db(), claimed.id)).toMatchObject({ status: 'completed' });
  });

  it('that was seen is not taken for another one than its id and its address say [S2.3-2]', async () => {
    const scenario = await buildPostingScenario(db());
    const { check } = await posted(scenario);
    const own = found(check, check.external_post_id ?? '');
    await scenario.device.reportFeed(own);
    const seen = await livePosts(scenario);
    await scenario.device.reportFeed(says(check, 'absent'), found(check, 'another'), {
      ...own,
      path: '/other',
    } as never);
    expect(await livePosts(scenario)).toEqual([{ ...seen[0], gone_at: expect.any(Date) }]);
    const { known_posts } = await scenario.device.feedChecks();
    expect(known_posts).toEqual([{ external_post_id: seen[0]?.external_post_id, path: seen[0]?.path }]);
  });

  it('has the id that the feed shows, if the message of the site named that of another post', async () => {
    const scenario = await buildPostingScenario(db());
    const { check } = await posted(scenario);
    await scenario.device.reportFeed(found(check, 'another'));
    expect(await livePosts(scenario)).toMatchObject([{ external_post_id: 'another' }]);
    expect(await knownIds(scenario)).toEqual(['another']);
  });

  it('gets no id that another posting of the page has [S2.3-2]', async () => {
    const scenario = await buildPostingScenario(db(), ['a', 'b', 'c']);
    const ids = async () =>
      (await scenario.device.feedChecks()).checks.map(({ external_post_id }) => external_post_id).sort();
    await scenario.device.posted(await scenario.device.claim(), '2026');
    await scenario.device.posted(await scenario.device.claim(), '2026');
    expect(await ids()).toEqual(['2026', null]);
    const { check } = await inDoubt(scenario);
    await scenario.device.reportFeed(found(check, '2026'));
    expect(await readPosting(db(), check.posting_id)).toMatchObject(UNCONFIRMED);
  });
});

it('an unreadable feed changes nothing', async () => {
  const scenario = await buildPostingScenario(db());
  const { claimed, check } = await inDoubt(scenario);
  await scenario.device.reportFeed(says(check, 'unreadable'));
  expect(await readPosting(db(), claimed.id)).toMatchObject(UNCONFIRMED);
  expect(await balanceOf(scenario)).toBe(140);
  expect((await scenario.device.feedChecks()).checks).toEqual([check]);
});

it('at most ten posts are looked for at once, those in doubt first', async () => {
  const scenario = await buildPostingScenario(
    db(),
    Array.from({ length: 12 }, (_, n) => `Flyer ${n}`),
  );
  for (let n = 1; n <= 11; n++) await posted(scenario).catch(() => undefined);
  const { claimed } = await inDoubt(scenario);
  const { checks } = await scenario.device.feedChecks();
  expect(checks).toHaveLength(10);
  expect(checks[0]).toMatchObject({ posting_id: claimed.id });
});

it('the fee of a second page is not touched by the verdict of the first', async () => {
  const scenario = await buildPostingScenario(db());
  const second = await buildPage(db(), scenario.owner.id);
  await buildQueuedAssistant(db(), scenario.owner.id, { pages: [second] });
  const device = deviceOf(db(), second);
  await device.posted(await device.claim());
  const { check } = await inDoubt(scenario);
  expect(await balanceOf(scenario)).toBe(130);
  await scenario.device.reportFeed(says(check, 'absent'));
  expect(await balanceOf(scenario)).toBe(140);
});
