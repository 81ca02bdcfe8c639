import { appendFile } from 'node:fs/promises';
import type { CreditBalance } from '@flyerdeck/contracts';
import { passDoubt } from './expireLease.ts';
import { type ExtensionStory, expect, test } from './extensionStory.ts';
import { beginKills, killAt, STEPS } from './killStory.ts';
import { startProduct } from './product.ts';
import { postAndKill, postYesterday, readFeed, settleDoubt, timesLive } from './proofStory.ts';

const ALARM_MS = 60_000;
const VICTIMS = ['worker', 'browser', 'server'] as const;
const FEE = 10;
const WELCOME_BONUS = 150;
const balanceOf = async ({ person }: Pick<ExtensionStory, 'person'>) =>
  (await person.call<CreditBalance>('GET', '/credits/balance')).credits_balance;

test('a posting in doubt that the feed shows is completed, with the address of its post', async ({ story }) => {
  postYesterday(story);
  await story.linkPage();
  await postAndKill(story, 'Live after all', 'after the press', () => story.killBrowser());
  await story.wakeExtension();
  const post_url = `https://onlyfans.com/${story.site.posts.at(-1)?.id}/lunastar`;
  await story.waitForPosting({ status: 'completed', error_code: null, post_url, gone_at: null }, ALARM_MS);
  expect(timesLive(story, 'Live after all')).toBe(1);
});

test('a posting in doubt that the feed does not show fails, costs nothing, and is posted once by a retry', async ({
  story,
}) => {
  postYesterday(story);
  await story.linkPage();
  await postAndKill(story, 'Never pressed', 'before the press', () => story.browser.killWorker());
  expect(await balanceOf(story)).toBe(WELCOME_BONUS - FEE);
  await story.wakeExtension();
  await story.waitForPosting({ status: 'failed', error_code: 'not_posted' }, ALARM_MS);
  expect(await balanceOf(story)).toBe(WELCOME_BONUS);
  await story.person.call('POST', `/tasks/${(await story.taskOf('Never pressed'))._id}/retry`, {});
  await story.waitForPosting({ status: 'completed' }, ALARM_MS);
  expect(timesLive(story, 'Never pressed')).toBe(1);
});

test('the site answers the press with 504 although the post is live: it is in doubt until the feed shows it, and not posted twice', async ({
  story,
}) => {
  postYesterday(story);
  await story.linkPage();
  await story.browser.context.route('**/api/posts', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 504, body: 'Gateway Timeout' });
  });
  await story.queue(['Live after 504']);
  await story.startPosting();
  await expect.poll(() => timesLive(story, 'Live after 504'), { timeout: ALARM_MS }).toBe(1);
  await story.browser.untilIdle();
  expect(await story.posting()).toMatchObject({ status: 'posting' });
  await story.expireLease();
  await story.waitForPosting({ error_code: 'unconfirmed' }, ALARM_MS);
  await passDoubt(story.product, (await story.posting()).id);
  await settleDoubt(story, 'Live after 504');
  await story.waitForPosting({ status: 'completed' }, ALARM_MS);
  expect(timesLive(story, 'Live after 504')).toBe(1);
});

test('with an unreadable feed a posting in doubt stays unconfirmed', async ({ story }) => {
  postYesterday(story);
  story.site.switches.feed = 'changed';
  await story.linkPage();
  await postAndKill(story, 'Who knows', 'before the press', () => story.browser.killWorker());
  await readFeed(story);
  expect(await story.posting()).toMatchObject({ status: 'failed', error_code: 'unconfirmed' });
  expect(await balanceOf(story)).toBe(WELCOME_BONUS - FEE);
});

test('a post gets its address, and the page is told within its day that it is gone', async ({ story }) => {
  postYesterday(story);
  await story.linkPage();
  await story.queue(['Deleted later']);
  await story.startPosting();
  await expect.poll(async () => (await story.posting()).post_url, { timeout: ALARM_MS }).toMatch(/\/lunastar$/);

  story.site.state.deletePost(story.site.posts.at(-1)?.id ?? '');
  await story.makeFeedCheckDue();
  await story.wakeExtension();
  await expect.poll(async () => (await story.posting()).gone_at, { timeout: ALARM_MS }).not.toBeNull();
  expect((await story.posting()).status).toBe('completed');
  expect(await balanceOf(story)).toBe(WELCOME_BONUS - FEE);
});

/** `npm run drill -- proof` sets it: how often each of the three is killed at each step. */
const ROUNDS = Number(process.env.PROOF_ROUNDS ?? 0);
/** Gets a line of JSON for each kill. */
const LOG = process.env.PROOF_LOG ?? '';

for (const victim of ROUNDS > 0 ? VICTIMS : []) {
  test(`drill: the ${victim} is killed at each step, on the hostile site with 504s and drafts`, async () => {
    test.setTimeout(60_000 + ROUNDS * STEPS.length * 240_000);
    const product = await startProduct();
    const story = await beginKills(product);
    try {
      const kill = {
        worker: () => story.browser.killWorker(),
        browser: () => story.killBrowser(),
        server: () => product.killAndRestart(),
      }[victim];
      for (let round = 1; round <= ROUNDS; round++) {
        for (const step of STEPS) {
          const reports = round % 2 === 1 ? 'verdict' : 'post';
          const settled = await killAt(story, `${victim} ${step} ${round}`, { step, reports, kill });
          await appendFile(LOG, `${JSON.stringify({ victim, step, ...settled })}\n`);
        }
      }
      // One fee for all posts of the day.
      expect(await balanceOf(story)).toBe(WELCOME_BONUS - FEE);
    } finally {
      await story.end();
      await product.stop();
    }
  });
}
