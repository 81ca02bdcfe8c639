import { appendFile } from 'node:fs/promises';
import { expireLease, makeFeedCheckDue, passDoubt } from './expireLease.ts';
import { ExtensionStory, expect, FEE, LUNA, test, WELCOME_BONUS } from './extensionStory.ts';
import { killAt, STEPS } from './killStory.ts';
import { startProduct } from './product.ts';
import { PROOF_SCENARIOS, proveScenario } from './proofScenarios.ts';

/** Makes the extension look into the feed. Resolves when it has reported what it saw. */
async function readFeed(story: ExtensionStory): Promise<void> {
  const asked = story.proxy.holdAnswer('/feed-checks');
  await story.wakeExtension();
  await asked.arrived;
  const reported = story.proxy.holdAnswer('/feed-checks');
  asked.release();
  await reported.arrived;
  reported.release();
}

/** The lease ends, the posting is in doubt, and time passes until the feed may be asked. */
async function beginDoubt(story: ExtensionStory): Promise<void> {
  const { id } = await story.posting();
  await expireLease(story.product, id);
  await story.waitForPosting({ status: 'failed', error_code: 'unconfirmed' });
  await passDoubt(story.product, id);
}

/** Makes the extension look into the feed until the posting is no longer in doubt: a look that began before the doubt was due does not ask about it. */
async function settleDoubt(story: ExtensionStory): Promise<void> {
  const isInDoubt = async () => {
    await story.wakeExtension();
    await story.browser.untilIdle();
    return (await story.posting()).error_code === 'unconfirmed';
  };
  await expect.poll(isInDoubt).toBe(false);
}

const timesLive = ({ site }: ExtensionStory, text: string): number =>
  site.accepted.filter((post) => post.text === text).length;

test('a post that is live although the site answered 504 is in doubt until the feed shows it, and is not posted twice; the page is told within its day that it is gone', async ({
  story,
}) => {
  const text = 'Live after 504';
  await story.linkPage();
  await story.browser.context.route('**/api/posts', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 504, body: 'Gateway Timeout' });
  });
  await story.post(text);
  await expect.poll(() => timesLive(story, text)).toBe(1);
  await story.browser.untilIdle();
  await story.waitForPosting({ status: 'posting' });
  await beginDoubt(story);
  await settleDoubt(story);
  const id = story.site.accepted.at(-1)?.id ?? '';
  const post_url = `https://onlyfans.com/${id}/lunastar`;
  await story.waitForPosting({ status: 'completed', error_code: null, post_url, gone_at: null });
  expect(timesLive(story, text)).toBe(1);

  story.site.records.deletePost(id);
  story.site.records.addOlderPost(LUNA.username, 'By hand', 0.5);
  await makeFeedCheckDue(story.product, (await story.posting()).id);
  await story.wakeExtension();
  await expect.poll(async () => (await story.posting()).gone_at).not.toBeNull();
  expect((await story.posting()).status).toBe('completed');
  expect(await story.balance()).toBe(WELCOME_BONUS - FEE);
});

test('a press whose call never arrives: the posting stays in doubt while the feed cannot be read; when the feed does not show it, it fails, costs nothing, and is posted once by a retry', async ({
  story,
}) => {
  const text = 'Never arrived';
  story.site.switches.feed = 'changed';
  await story.linkPage();
  await story.browser.context.route('**/api/posts', (route) => route.abort(), { times: 1 });
  await story.post(text);
  await story.waitForPosting({ status: 'posting' });
  await story.browser.untilIdle();
  await beginDoubt(story);
  await readFeed(story);
  expect(await story.posting()).toMatchObject({ status: 'failed', error_code: 'unconfirmed' });
  expect(await story.balance()).toBe(WELCOME_BONUS - FEE);

  story.site.switches.feed = 'usual';
  await settleDoubt(story);
  await story.waitForPosting({ status: 'failed', error_code: 'not_posted' });
  expect(timesLive(story, text)).toBe(0);
  expect(await story.balance()).toBe(WELCOME_BONUS);
  await story.retry(text);
  await story.waitForPosting({ status: 'completed' });
  expect(timesLive(story, text)).toBe(1);
});

/** `npm run drill -- proof` sets it: how often each of the three is killed at each step. */
const ROUNDS = Number(process.env.PROOF_ROUNDS ?? 0);
/** How many postings each scenario of proofScenarios.ts has. */
const POSTINGS = Number(process.env.PROOF_POSTINGS ?? 0);
/** Gets a line of JSON for each kill and each scenario. */
const LOG = process.env.DRILL_LOG || '/dev/null';

for (const victim of ROUNDS > 0 ? (['worker', 'browser', 'server'] as const) : []) {
  test(`drill: the ${victim} is killed at each step, on a site that answers with 504`, async () => {
    test.setTimeout(ROUNDS * STEPS.length * 600_000);
    const product = await startProduct();
    const story = await ExtensionStory.begin(product);
    try {
      await story.linkPage();
      await story.startPosting();
      const kill = {
        worker: () => story.browser.killWorker(),
        browser: () => story.browser.killAndReopen(),
        server: () => product.killAndRestart(),
      }[victim];
      for (let round = 1; round <= ROUNDS; round++) {
        for (const step of STEPS) {
          const reports = round % 2 === 1 ? 'verdict' : 'post';
          const settled = await killAt(story, `${victim} ${step} ${round}`, { step, reports, kill });
          await appendFile(LOG, `${JSON.stringify({ victim, step, ...settled })}\n`);
          const { times, isPosted, isUnconfirmed, wrong } = settled;
          expect
            .soft({ times, isPosted, isUnconfirmed, wrong }, `${victim} killed at ${step}`)
            .toEqual({ times: 1, isPosted: true, isUnconfirmed: false, wrong: 0 });
        }
      }
      // One fee for all posts of the day.
      expect(await story.balance()).toBe(WELCOME_BONUS - FEE);
    } finally {
      await story.end();
      await product.stop();
    }
  });
}

for (const scenario of POSTINGS > 0 ? PROOF_SCENARIOS : []) {
  test(`drill: ${scenario.name}`, async ({ story }) => {
    test.setTimeout(POSTINGS * 600_000);
    const result = await proveScenario(story, scenario, POSTINGS);
    await appendFile(LOG, `${JSON.stringify(result)}\n`);
  });
}
