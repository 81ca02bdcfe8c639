import type { FeedVerdict } from '@flyerdeck/contracts';
import { type Claimed, deviceOf, expireLease, passTime, readPosting } from '../../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant } from '../../../test/factories.ts';
import { whileUncommitted } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { type Db, oneRow } from '../../database/statement.ts';
import { sweepLeases } from '../end/sweeps.ts';
import { buildPostingScenario } from '../postingScenario.testing.ts';
import { completePosting } from '../report/report.query.ts';
import { confirmLive } from '../retry/retryPostings.query.ts';

const database = useTestDatabase();
const db = () => database.db;

const UNCONFIRMED = { status: 'failed', error_code: 'unconfirmed' };
const NOT_POSTED = {
  status: 'failed',
  error_code: 'not_posted',
  error_message: 'The post is not on the page, so nothing was posted. You can retry it.',
};
const NOT_SHOWN = {
  ...UNCONFIRMED,
  error_message:
    'The site said that it was posted, but the page does not show it. Check the page before you retry: the post may be live.',
};

type Subject = Pick<Claimed, 'id' | 'attempt'>;
const found = ({ id, attempt }: Subject, postId = '9001'): FeedVerdict => ({
  posting_id: id,
  attempt,
  verdict: 'found',
  external_post_id: postId,
  path: `/${postId}/luna`,
});
const says = ({ id, attempt }: Subject, verdict: 'absent' | 'unreadable' = 'absent'): FeedVerdict => ({
  posting_id: id,
  attempt,
  verdict,
});
const stateOf = ({ id }: Subject) => readPosting(db(), id);
const rowsOf = async (table: string, column: string, { id }: Subject): Promise<number> =>
  (await db().query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).length;
const complete = (on: Db, { id }: Subject) => completePosting(on, id, { screenshotError: 'No browser.' });

async function scenario(flyers?: string[]) {
  const given = await buildPostingScenario(db(), flyers);
  const { device, page, taskId } = given;
  const checkOf = async ({ id }: Subject) => {
    const check = (await device.feedChecks()).checks.find(({ posting_id }) => posting_id === id);
    if (!check) throw new Error('There is no check.');
    return check;
  };
  return {
    ...given,
    checkOf,
    /** An unconfirmed posting, so long ago that the feed can be asked. */
    async inDoubt(): Promise<Claimed> {
      const claimed = await given.doubted();
      await passTime(db(), claimed.id, '5 minutes');
      await checkOf(claimed);
      return claimed;
    },
    /** A completed posting, and the id of its post. */
    async posted(): Promise<Claimed & { readonly postId: string }> {
      const claimed = await device.claim();
      await device.posted(claimed);
      await complete(db(), claimed);
      return { ...claimed, postId: (await checkOf(claimed)).external_post_id ?? '' };
    },
    /** The device has reported `posted` without an id so many minutes ago. */
    async saidPosted(minutes = 31): Promise<Claimed> {
      const claimed = await given.submitted();
      await device.posted(claimed, null);
      await passTime(db(), claimed.id, `${minutes} minutes`);
      return claimed;
    },
    knownIds: async () => (await device.feedChecks()).known_posts.map(({ external_post_id }) => external_post_id),
    livePosts: (): Promise<{ external_post_id: string; path: string; gone_at: Date | null }[]> =>
      db().query('SELECT external_post_id, path, gone_at FROM live_posts WHERE page_guid = $1', [page.guid]),
    counts: async () =>
      (
        await db().query(
          'SELECT posted_count AS posted, completed_count AS completed, failed_count AS failed, stored_status AS status FROM tasks WHERE id = $1',
          [taskId],
        )
      )[0],
  };
}
type Scenario = Awaited<ReturnType<typeof scenario>>;

describe('the checks of a page', () => {
  it('contain an unconfirmed posting a lease after its lease has ended, not before', async () => {
    const { device, submitted } = await scenario(['Come in']);
    const claimed = await submitted();
    // 120 s until the lease ends, as many until the check, and the time of a sweep.
    expect(await device.feedChecks()).toMatchObject({ checks: [], next_check_seconds: 245 });
    await expireLease(db(), claimed.id);
    await sweepLeases(db());
    expect(await device.feedChecks()).toMatchObject({ checks: [], known_posts: [], next_check_seconds: 120 });
    await passTime(db(), claimed.id, '2 minutes');
    const { checks, next_check_seconds } = await device.feedChecks();
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
    const { device, inDoubt, posted } = await scenario(['a', 'b']);
    for (const { id } of [await inDoubt(), await posted()]) await passTime(db(), id, '23 hours');
    expect(await device.feedChecks()).toEqual({
      checks: [],
      known_posts: [{ external_post_id: expect.any(String), path: null }],
      next_check_seconds: null,
    });
  });

  it('contain a scheduled post 15 minutes after its time', async () => {
    const { device } = await scenario();
    const claimed = await device.claim();
    await device.posted(claimed);
    await db().query(`UPDATE page_postings SET scheduled_for = now() + interval '3 days' WHERE id = $1`, [claimed.id]);
    expect(await device.feedChecks()).toMatchObject({ checks: [], next_check_seconds: 3 * 86_400 + 900 });
    await passTime(db(), claimed.id, '3 days 15 minutes');
    expect((await device.feedChecks()).checks).toMatchObject([{ posting_id: claimed.id, kind: 'posted' }]);
  });

  it('contain nothing of another page, or for a device that was replaced [S2.3-2]', async () => {
    const { device, owner, page, inDoubt } = await scenario();
    const claimed = await inDoubt();
    const other = deviceOf(db(), await buildPage(db(), owner.id));
    expect((await other.feedChecks()).checks).toEqual([]);
    expect(await other.reportFeed(found(claimed))).toMatchObject([{ status: null }]);
    await db().query('UPDATE devices SET voided_at = now() WHERE page_guid = $1', [page.guid]);
    expect((await device.feedChecks()).checks).toEqual([]);
    expect(await device.reportFeed(found(claimed))).toMatchObject([{ status: null }]);
    expect(await stateOf(claimed)).toMatchObject(UNCONFIRMED);
  });
});

describe('an unconfirmed posting that is found', () => {
  it('is posted, gets its screenshot and its place, and costs its fee', async () => {
    const { device, inDoubt, livePosts, balance } = await scenario();
    const claimed = await inDoubt();
    expect(await device.reportFeed(found(claimed))).toMatchObject([{ status: 'posted', isPosted: true }]);
    expect(await stateOf(claimed)).toMatchObject({ status: 'posted', error_code: null, error_message: null });
    expect(await livePosts()).toEqual([{ external_post_id: '9001', path: '/9001/luna', gone_at: null }]);
    expect(await rowsOf('pending_screenshots', 'posting_id', claimed)).toBe(1);
    expect(await balance()).toBe(140);
    // The same verdict again, and the device's own late report.
    expect(await device.reportFeed(found(claimed))).toMatchObject([{ status: 'posted', isPosted: false }]);
    expect(await device.posted(claimed)).toMatchObject({ status: 'posted' });
    const steps = `SELECT FROM posting_transitions WHERE to_status = 'posted' AND posting_id = $1`;
    expect(await db().query(steps, [claimed.id])).toHaveLength(1);
  });

  it('is posted once by verdicts that arrive at the same time', async () => {
    const { device, inDoubt } = await scenario();
    const claimed = await inDoubt();
    const results = await Promise.all(Array.from({ length: 5 }, () => device.reportFeed(found(claimed))));
    expect(results.flat().filter(({ isPosted }) => isPosted)).toHaveLength(1);
  });

  it('stays unconfirmed if the post belongs to another posting already [S2.3-2]', async () => {
    const { device, inDoubt, posted, knownIds } = await scenario(['Same', 'Same', 'Same']);
    const [first, second, third] = [await inDoubt(), await inDoubt(), await posted()];
    await device.reportFeed(found(first, '1'), found(second, '1'));
    expect(await stateOf(first)).toMatchObject({ status: 'posted' });
    expect(await stateOf(second)).toMatchObject(UNCONFIRMED);
    // The id that the device itself has reported for the third one.
    await device.reportFeed(found(second, third.postId));
    expect(await stateOf(second)).toMatchObject(UNCONFIRMED);
    expect((await knownIds()).toSorted()).toEqual(['1', third.postId].toSorted());
  });
});

describe('an unconfirmed posting that is absent', () => {
  it('fails with a refund, once, and can be retried without a question', async () => {
    const { device, inDoubt, retry, balance } = await scenario();
    const claimed = await inDoubt();
    expect(await balance()).toBe(140);
    const results = await Promise.all([1, 2, 3].map(() => device.reportFeed(says(claimed))));
    expect(results.flat().map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    expect(await stateOf(claimed)).toMatchObject(NOT_POSTED);
    expect(await balance()).toBe(150);
    await expect(device.posted(claimed)).rejects.toMatchObject({ code: 'posting.already_reported' });
    await retry({ isAsked: false });
    expect(await device.claim()).toMatchObject({ id: claimed.id, attempt: 2 });
  });

  it('is not refunded if something else was posted under its fee', async () => {
    const { device, inDoubt, posted, balance } = await scenario(['a', 'b']);
    const claimed = await inDoubt();
    await posted();
    await device.reportFeed(says(claimed));
    expect(await stateOf(claimed)).toMatchObject(NOT_POSTED);
    expect(await balance()).toBe(140);
  });

  it('is refunded three times a day', async () => {
    const { device, inDoubt, balance } = await scenario(['a', 'b', 'c', 'd']);
    const balances: number[] = [];
    for (let times = 1; times <= 4; times++) {
      await device.reportFeed(says(await inDoubt()));
      balances.push(await balance());
    }
    expect(balances).toEqual([150, 150, 150, 140]);
  });

  it('leaves the fee of a second page', async () => {
    const { device, owner, inDoubt, balance } = await scenario();
    const second = await buildPage(db(), owner.id);
    await buildQueuedAssistant(db(), owner.id, { pages: [second] });
    const other = deviceOf(db(), second);
    await other.posted(await other.claim());
    const claimed = await inDoubt();
    expect(await balance()).toBe(130);
    await device.reportFeed(says(claimed));
    expect(await balance()).toBe(140);
  });
});

it('a verdict that was made too early, or without reading the feed, changes nothing [S2.3-2]', async () => {
  const { device, doubted, checkOf, balance } = await scenario();
  const claimed = await doubted();
  await device.reportFeed(says(claimed));
  await device.reportFeed(found(claimed));
  expect(await stateOf(claimed)).toMatchObject(UNCONFIRMED);
  await passTime(db(), claimed.id, '5 minutes');
  const check = await checkOf(claimed);
  await device.reportFeed(says(claimed, 'unreadable'));
  expect(await stateOf(claimed)).toMatchObject(UNCONFIRMED);
  expect([await balance(), await checkOf(claimed)]).toEqual([140, check]);
});

describe('a verdict about an older try', () => {
  it.each(['absent', 'found'] as const)('%s changes nothing after the owner has retried [S2.3-2]', async (verdict) => {
    const { device, inDoubt, doubted, retry, livePosts } = await scenario();
    const claimed = await inDoubt();
    const late = verdict === 'found' ? found(claimed) : says(claimed);
    await retry();
    expect(await device.reportFeed(late)).toMatchObject([{ status: 'pending' }]);
    expect((await doubted()).id).toBe(claimed.id);
    await passTime(db(), claimed.id, '5 minutes');
    expect(await device.reportFeed(late)).toMatchObject([{ status: 'failed', isPosted: false }]);
    expect(await stateOf(claimed)).toMatchObject(UNCONFIRMED);
    expect(await livePosts()).toEqual([]);
  });
});

describe('a post', () => {
  it('that was seen and is gone within its day keeps its status and its fee', async () => {
    const { device, posted, livePosts, balance } = await scenario();
    const post = await posted();
    await device.reportFeed(found(post, post.postId));
    const before = await stateOf(post);
    for (const _ of [1, 2]) await device.reportFeed(says(post));
    expect(await livePosts()).toMatchObject([{ gone_at: expect.any(Date) }]);
    expect([await stateOf(post), await balance()]).toEqual([before, 140]);
    await device.reportFeed(found(post, post.postId));
    expect(await livePosts()).toMatchObject([{ gone_at: null }]);
  });

  it('that was seen is not taken for another one than its id and its address say [S2.3-2]', async () => {
    const { device, posted, livePosts } = await scenario();
    const post = await posted();
    const own = found(post, post.postId);
    await device.reportFeed(own);
    const [seen] = await livePosts();
    await device.reportFeed(says(post), found(post, 'another'), { ...own, path: '/other' } as never);
    expect(await livePosts()).toEqual([{ ...seen, gone_at: expect.any(Date) }]);
    const { known_posts } = await device.feedChecks();
    expect(known_posts).toEqual([{ external_post_id: seen?.external_post_id, path: seen?.path }]);
  });

  it('gets no id that another posting of the page has [S2.3-2]', async () => {
    const { device, inDoubt } = await scenario(['a', 'b', 'c']);
    for (const _ of [1, 2]) await device.posted(await device.claim(), '2026');
    const { checks } = await device.feedChecks();
    expect(checks.map(({ external_post_id }) => external_post_id).sort()).toEqual(['2026', null]);
    const claimed = await inDoubt();
    await device.reportFeed(found(claimed, '2026'));
    expect(await stateOf(claimed)).toMatchObject(UNCONFIRMED);
  });
});

describe('a posting that the site has confirmed, and that a readable feed does not show,', () => {
  it('stays posted for 30 minutes, and is looked for every 15 minutes', async () => {
    const { device, saidPosted } = await scenario();
    const claimed = await saidPosted(29);
    const { checks, next_check_seconds } = await device.feedChecks();
    expect([checks.length, next_check_seconds]).toEqual([1, 900]);
    // A site may show the time of its approval.
    expect(Date.parse(checks[0]?.to ?? '')).toBeGreaterThan(Date.now());
    expect(await device.reportFeed(says(claimed))).toMatchObject([{ status: 'posted' }]);
    expect((await stateOf(claimed)).status).toBe('posted');
  });

  it.each(['posted', 'completed', 'archived'])('is then in doubt, also when it is %s', async (state) => {
    const { device, taskId, saidPosted, counts, balance } = await scenario();
    const claimed = await saidPosted();
    if (state !== 'posted') await complete(db(), claimed);
    if (state === 'archived') await db().query('UPDATE tasks SET archived_at = now() WHERE id = $1', [taskId]);
    const results = await Promise.all([1, 2, 3].map(() => device.reportFeed(says(claimed))));
    expect(results.flat().map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    expect(await stateOf(claimed)).toMatchObject(NOT_SHOWN);
    const status = state === 'archived' ? 'archived' : 'failed';
    expect(await counts()).toEqual({ posted: 0, completed: 0, failed: 1, status });
    expect(await rowsOf('pending_screenshots', 'posting_id', claimed)).toBe(0);
    expect(await rowsOf('bot_alerts', 'subject_id', claimed)).toBe(1);
    expect(await balance()).toBe(140);
    // Its feed does not decide that nothing was posted, and the device's report comes again.
    await device.reportFeed(says(claimed));
    expect(await device.posted(claimed, null)).toMatchObject({ status: 'failed' });
    await expect(device.failed(claimed)).rejects.toMatchObject({ code: 'posting.already_reported' });
    expect(await stateOf(claimed)).toMatchObject(NOT_SHOWN);
    expect(await balance()).toBe(140);
  });

  it.each(['posted', 'completed'])('is posted again when the feed shows it later, also if it was %s', async (state) => {
    const { device, saidPosted, counts, balance } = await scenario();
    const claimed = await saidPosted();
    if (state === 'completed') await complete(db(), claimed);
    await device.reportFeed(says(claimed));
    await passTime(db(), claimed.id, '10 minutes');
    expect((await device.feedChecks()).checks).toMatchObject([{ kind: 'unconfirmed' }]);
    expect(await device.reportFeed(found(claimed))).toMatchObject([{ status: 'posted', isPosted: true }]);
    for (const table of ['live_posts', 'pending_screenshots'])
      expect(await rowsOf(table, 'posting_id', claimed)).toBe(1);
    expect(await counts()).toEqual({ posted: 1, completed: 0, failed: 0, status: 'posted' });
    expect(await balance()).toBe(140);
    // The feed has shown it: from now on it can only be gone.
    await passTime(db(), claimed.id, '1 hour');
    await device.reportFeed(says(claimed));
    expect((await stateOf(claimed)).status).toBe('posted');
  });

  it('has as much time as the site pack of its page says', async () => {
    const { device, setPage, saidPosted } = await scenario();
    await db().query(
      `INSERT INTO site_packs (version, pack) VALUES (900001, '{"feed": {"appears_within_minutes": 120}}')`,
    );
    await setPage('site_pack_version = 900001');
    const claimed = await saidPosted(119);
    await device.reportFeed(says(claimed));
    expect((await stateOf(claimed)).status).toBe('posted');
    await passTime(db(), claimed.id, '2 minutes');
    await device.reportFeed(says(claimed));
    expect(await stateOf(claimed)).toMatchObject(NOT_SHOWN);
  });

  it('is retried by its owner after a question, under the same fee', async () => {
    const { device, saidPosted, retry, balance } = await scenario();
    await device.reportFeed(says(await saidPosted()));
    await expect(retry({ isAsked: false })).rejects.toMatchObject({ code: expect.stringContaining('unconfirmed') });
    expect(await retry()).toBe(true);
    await device.posted(await device.claim());
    expect(await balance()).toBe(140);
  });

  it('that its owner has seen is not put in doubt again', async () => {
    const { device, owner, saidPosted } = await scenario();
    const claimed = await saidPosted();
    await device.reportFeed(says(claimed));
    expect(await oneRow(confirmLive(db(), [owner.id, claimed.id, 1]))).toEqual({ confirmed: true });
    await passTime(db(), claimed.id, '31 minutes');
    await device.reportFeed(says(claimed));
    expect((await stateOf(claimed)).status).toBe('posted');
    await complete(db(), claimed);
  });
});

describe('a verdict that a post is not shown, beside', () => {
  /** Both orders: the first has done its work and has not committed when the second begins. */
  const inBothOrders = (
    name: string,
    other: (scenario: Scenario, claimed: Claimed, on: Db) => Promise<unknown>,
    ends: { verdictFirst: string; otherFirst: string },
    { isInDoubt = false } = {},
  ) =>
    it.each(['verdictFirst', 'otherFirst'] as const)(`${name}: %s`, async (order) => {
      const given = await scenario();
      const claimed = await given.saidPosted();
      if (isInDoubt) await given.device.reportFeed(says(claimed));
      const verdict = (on: Db) => given.deviceOn(on).reportFeed(says(claimed));
      const second = (on: Db) => other(given, claimed, on);
      const [first, then] = order === 'verdictFirst' ? [verdict, second] : [second, verdict];
      expect(await whileUncommitted(db(), first, () => then(db()))).not.toBeInstanceOf(Error);
      const { status, error_code } = await stateOf(claimed);
      expect([status, error_code].filter(Boolean).join(' ')).toBe(ends[order]);
      expect(await given.balance()).toBe(140);
      expect(await rowsOf('pending_screenshots', 'posting_id', claimed)).toBe(Number(status === 'posted'));
    });
  const BOTH_IN_DOUBT = { verdictFirst: 'failed unconfirmed', otherFirst: 'failed unconfirmed' };

  inBothOrders('the screenshot', (_, claimed, on) => complete(on, claimed), BOTH_IN_DOUBT);
  inBothOrders(
    'a verdict that it is shown',
    ({ deviceOn }, claimed, on) => deviceOn(on).reportFeed(found(claimed)),
    // A look that began before the doubt is not about it.
    { verdictFirst: 'failed unconfirmed', otherFirst: 'posted' },
  );
  inBothOrders(
    'the same report again',
    ({ deviceOn }, claimed, on) => deviceOn(on).posted(claimed, null),
    BOTH_IN_DOUBT,
  );
  inBothOrders(
    'a retry of the doubt',
    ({ retry }, _, on) => retry({ on }),
    { verdictFirst: 'pending', otherFirst: 'pending' },
    { isInDoubt: true },
  );
});
