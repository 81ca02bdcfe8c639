import { passPosted } from './expireLease.ts';
import { type ExtensionStory, expect, LUNA } from './extensionStory.ts';
import { settle } from './killStory.ts';

/** What a site does that could make Flyerdeck believe something wrong. */
export interface ProofScenario {
  readonly name: string;
  /** Makes the site behave so, after the page was linked. */
  prepare(story: ExtensionStory): Promise<void> | void;
  /** Is called right before the n-th flyer (from 0) is queued, and again when it has been queued. What it starts may go on meanwhile. */
  before?(story: ExtensionStory, n: number, text: string): Promise<void> | void;
  during?(story: ExtensionStory, n: number, text: string): Promise<void> | void;
  /** Is called when the posting is settled. */
  after?(story: ExtensionStory, n: number, text: string): Promise<void> | void;
  /** The feed cannot be read, so that doubts stay. They are waited for only so long. */
  readonly unreadableMs?: number;
}

/** Each third post is live although the site answers 504. */
const someLost = ({ site }: ExtensionStory, n: number): void => {
  site.switches.answer = n % 3 === 1 ? '504' : 'link';
};

export const PROOF_SCENARIOS: readonly ProofScenario[] = [
  {
    name: 'early toast and late send',
    prepare: ({ site }) => void Object.assign(site.switches, { answer: 'early' }),
  },
  {
    name: 'foreign toast',
    prepare: ({ site }) => void Object.assign(site.switches, { answer: 'foreign' }),
  },
  {
    name: 'one id for all posts',
    prepare: ({ site }) => void Object.assign(site.switches, { links: 'one-id' }),
    before: (story, n) => someLost(story, n),
    unreadableMs: 20_000,
  },
  {
    name: 'dated links',
    prepare: ({ site }) => void Object.assign(site.switches, { links: 'dated' }),
    before: (story, n) => someLost(story, n),
  },
  {
    name: 'moderation of five minutes',
    prepare: ({ site }) => void Object.assign(site.switches, { isModerated: true, answer: 'plain' }),
    async after(story, _, text) {
      await passPosted(story.product, (await story.postingOf(text)).id, 5);
      story.site.approvePosts();
      await story.wakeExtension();
    },
  },
  {
    name: 'stale feed of a service worker',
    async prepare({ site, browser }) {
      site.switches.isFeedCached = true;
      const tab = await browser.newPage();
      // The first load registers the service worker, and the second one fills its cache.
      await tab.goto(`${site.origin}/${LUNA.username}`);
      await tab.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await tab.reload();
      await tab.close();
    },
    before: (story, n) => someLost(story, n),
  },
];

/** All but `postings`, `live` and `doubts` must be 0; `doubtsLeft` only if the feed can be read. */
export interface ProofResult {
  readonly scenario: string;
  readonly postings: number;
  readonly live: number;
  readonly twice: number;
  readonly postedWithoutPost: number;
  readonly wrongAccounts: number;
  readonly doubts: number;
  readonly doubtsLeft: number;
}

/** Makes so many postings on a site that does so, and fails if one of them is believed too easily. */
export async function proveScenario(
  story: ExtensionStory,
  scenario: ProofScenario,
  postings: number,
): Promise<ProofResult> {
  const result = await runScenario(story, scenario, postings);
  const { twice, postedWithoutPost, wrongAccounts, doubtsLeft } = result;
  const faults = { twice, postedWithoutPost, wrongAccounts, doubtsLeft: scenario.unreadableMs ? 0 : doubtsLeft };
  expect.soft(faults, scenario.name).toEqual({ twice: 0, postedWithoutPost: 0, wrongAccounts: 0, doubtsLeft: 0 });
  return result;
}

/** Makes so many postings, one after the other, and then passes the time in which the feed must show them. */
async function runScenario(story: ExtensionStory, scenario: ProofScenario, postings: number): Promise<ProofResult> {
  await story.linkPage();
  await scenario.prepare(story);
  await story.startPosting();
  const texts = Array.from({ length: postings }, (_, n) => `${scenario.name} ${n}`);
  let doubts = 0;
  for (const [n, text] of texts.entries()) {
    await scenario.before?.(story, n, text);
    await story.queue([text]);
    await scenario.during?.(story, n, text);
    doubts += (await settle(story, text, null, scenario.unreadableMs)).doubts;
    await scenario.after?.(story, n, text);
  }
  await story.browser.untilIdle();
  for (const text of texts) {
    const { id, status, post_url } = await story.postingOf(text);
    if (['posted', 'completed'].includes(status) && post_url === null) await passPosted(story.product, id, 60);
  }
  await story.wakeExtension();
  await story.browser.untilIdle();

  const ended = await Promise.all(
    texts.map(async (text) => {
      const posts = story.site.accepted.filter((post) => post.text === text);
      const { status, error_code: code } = await story.postingOf(text);
      return {
        posts: posts.length,
        right: posts.filter(({ username }) => username === LUNA.username).length,
        isPosted: status === 'posted' || status === 'completed',
        isDoubt: code === 'unconfirmed',
      };
    }),
  );
  const count = (is: (one: (typeof ended)[0]) => boolean) => ended.filter(is).length;
  return {
    scenario: scenario.name,
    postings,
    live: count(({ posts }) => posts > 0),
    twice: count(({ right }) => right > 1),
    postedWithoutPost: count(({ isPosted, posts }) => isPosted && posts === 0),
    wrongAccounts: count(({ isPosted, posts, right }) => isPosted && posts > 0 && right === 0),
    doubts,
    doubtsLeft: count(({ isDoubt }) => isDoubt),
  };
}
