import type { Switches } from './creatorSite/CreatorSite.ts';
import { passPosted } from './expireLease.ts';
import { type ExtensionStory, expect, LUNA } from './extensionStory.ts';
import { settle } from './killStory.ts';

/** What a site does that could make Flyerdeck believe something wrong. */
export interface ProofScenario {
  readonly name: string;
  /** How the site behaves, after the page was linked. */
  readonly switches: Partial<Switches>;
  prepare?(story: ExtensionStory): Promise<void>;
  /** Is called right before the n-th flyer (from 0) is queued. */
  before?(story: ExtensionStory, n: number): void;
  /** Is called when the posting is settled. */
  after?(story: ExtensionStory, text: string): Promise<void>;
  /** The feed cannot be read, so that doubts stay. They are waited for only so long. */
  readonly unreadableMs?: number;
}

/** Each third post is live although the site answers 504. */
const someLost = ({ site }: ExtensionStory, n: number): void => {
  site.switches.answer = n % 3 === 1 ? '504' : 'link';
};

export const PROOF_SCENARIOS: readonly ProofScenario[] = [
  { name: 'early toast and late send', switches: { answer: 'early' } },
  { name: 'foreign toast', switches: { answer: 'foreign' } },
  { name: 'one id for all posts', switches: { links: 'one-id' }, before: someLost, unreadableMs: 20_000 },
  { name: 'dated links', switches: { links: 'dated' }, before: someLost },
  {
    name: 'moderation of five minutes',
    switches: { isModerated: true, answer: 'plain' },
    async after(story, text) {
      await passPosted(story.product, (await story.postingOf(text)).id, 5);
      story.site.approvePosts();
      await story.wakeExtension();
    },
  },
  {
    name: 'stale feed of a service worker',
    switches: { isFeedCached: true },
    async prepare({ site, browser }) {
      const tab = await browser.newPage();
      // The first load registers the service worker, and the second one fills its cache.
      await tab.goto(`${site.origin}/${LUNA.username}`);
      await tab.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await tab.reload();
      await tab.close();
    },
    before: someLost,
  },
];

/**
 * Makes so many postings, one after the other, on a site that does so, passes the time in which the feed must show them, and
 * fails if one of them is believed too easily.
 */
export async function proveScenario(story: ExtensionStory, scenario: ProofScenario, postings: number) {
  await story.linkPage();
  Object.assign(story.site.switches, scenario.switches);
  await scenario.prepare?.(story);
  await story.startPosting();
  const texts = Array.from({ length: postings }, (_, n) => `${scenario.name} ${n}`);
  let doubts = 0;
  for (const [n, text] of texts.entries()) {
    scenario.before?.(story, n);
    await story.queue([text]);
    doubts += (await settle(story, text, null, scenario.unreadableMs)).doubts;
    await scenario.after?.(story, text);
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
  const faults = {
    twice: count(({ right }) => right > 1),
    postedWithoutPost: count(({ isPosted, posts }) => isPosted && posts === 0),
    wrongAccounts: count(({ isPosted, posts, right }) => isPosted && posts > 0 && right === 0),
    doubtsLeft: count(({ isDoubt }) => isDoubt),
  };
  const { unreadableMs, name } = scenario;
  const allowed = unreadableMs ? faults.doubtsLeft : 0;
  expect.soft(faults, name).toEqual({ twice: 0, postedWithoutPost: 0, wrongAccounts: 0, doubtsLeft: allowed });
  return { scenario: name, postings, live: count(({ posts }) => posts > 0), doubts, ...faults };
}
