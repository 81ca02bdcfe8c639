import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { ToContent } from '../shared/messages.ts';
import { valueIn, withUsername } from '../sites/addresses.ts';
import { selfAndAncestors, waitFor } from '../sites/dom.ts';
import { pageMs } from '../sites/findElements.ts';
import { isLoggedIn, readPage } from '../sites/readAccount.ts';
import { cardsOf, type Feed, isIdShared, readFeed } from '../sites/readFeed.ts';
import { feedVerdicts } from './feedVerdicts.ts';
import { checkAnswerStatus } from './onPage.ts';

const MAX_SCREENS = 6;
const MORE_POSTS_MS = 3_000;

export async function checkFeed({
  pack,
  username,
  creatorId,
  checks,
  knownPosts,
}: Extract<ToContent, { kind: 'feed' }>) {
  const feed = (await isOwnFeed(pack, username, creatorId).catch(() => false))
    ? await readFarEnough(pack, Math.min(...checks.map(({ from }) => Date.parse(from))))
    : null;
  const verdicts = feedVerdicts(feed, checks, knownPosts);
  return { isReadable: feed !== null, verdicts };
}

/** What was read counts also when it leaves the document: many sites keep only the posts near the visible ones. */
async function readFarEnough(pack: SitePack, sinceMs: number): Promise<Feed | null> {
  let feed = await waitFor(() => readFeed(pack), pageMs(pack));
  if (!feed) return null;
  const { isEmpty } = feed;
  const posts = new Map<unknown, Feed['posts'][number]>();
  const shown: Feed['posts'][number][] = [];
  for (let screens = 1; feed; screens++) {
    shown.push(...feed.posts);
    for (const post of feed.posts) posts.set(post.id ?? post, post);
    const length: number = feed.posts.length;
    const last = feed.posts.at(-1);
    if (!last || last.latestMs < sinceMs || screens === MAX_SCREENS) break;
    cardsOf(pack.feed).at(-1)?.scrollIntoView({ block: 'start' });
    feed = await waitFor((): Feed | null => {
      const now = readFeed(pack);
      const isMore = now?.posts.some(({ id }) => id !== null && !posts.has(id)) || (now?.posts.length ?? 0) > length;
      return isMore ? now : null;
    }, MORE_POSTS_MS);
  }
  // The feed is read again in a moment, from its beginning.
  const [card] = cardsOf(pack.feed);
  if (card) for (const one of selfAndAncestors(card)) one.scrollTo({ top: 0, behavior: 'instant' });
  return isIdShared(shown) ? null : { posts: [...posts.values()], isEmpty };
}

async function isOwnFeed(pack: SitePack, username: string, creatorId: string): Promise<boolean> {
  checkAnswerStatus();
  const isHere = valueIn(location, withUsername(pack.feed.path, username)) !== null;
  return isHere && (await isLoggedIn(pack, { mayDismiss: true })) && (await readPage(pack)).creatorId === creatorId;
}
