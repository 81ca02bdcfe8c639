import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { ToContent } from '../shared/messages.ts';
import { valueIn, withUsername } from '../sites/addresses.ts';
import { waitFor } from '../sites/dom.ts';
import { pageMs } from '../sites/pageReady.ts';
import { isLoggedIn, readPage } from '../sites/readAccount.ts';
import { cardsOf, type Feed, readFeed } from '../sites/readFeed.ts';
import { feedVerdicts, timesByHand } from './feedVerdicts.ts';
import { checkAnswerStatus } from './onPage.ts';

const MAX_SCREENS = 6;
const MORE_POSTS_MS = 3_000;

/** Compares the page's own feed with the checks. Texts stay in this page. */
export async function checkFeed({
  pack,
  username,
  creatorId,
  checks,
  knownPostIds,
}: Extract<ToContent, { kind: 'feed' }>) {
  const feed = (await isOwnFeed(pack, username, creatorId).catch(() => false))
    ? await readFarEnough(pack, Math.min(...checks.map(({ from }) => Date.parse(from))))
    : null;
  const verdicts = feedVerdicts(feed, checks, knownPostIds);
  return { isReadable: feed !== null, verdicts, byHandMs: timesByHand(feed, checks, verdicts, knownPostIds) };
}

/** Reads the feed, and scrolls to its last post until it reaches back to before `sinceMs` or shows no more. */
async function readFarEnough(pack: SitePack, sinceMs: number): Promise<Feed | null> {
  let feed = await waitFor(() => readFeed(pack), pageMs(pack));
  for (let screens = 1; feed && screens < MAX_SCREENS; screens++) {
    const count = feed.posts.length;
    const last = feed.posts.at(-1);
    if (!last || last.latestMs < sinceMs) break;
    cardsOf(pack.feed).at(-1)?.scrollIntoView({ block: 'start' });
    const more = await waitFor(() => {
      const now = readFeed(pack);
      return now && now.posts.length > count ? now : null;
    }, MORE_POSTS_MS);
    if (!more) break;
    feed = more;
  }
  return feed;
}

async function isOwnFeed(pack: SitePack, username: string, creatorId: string): Promise<boolean> {
  checkAnswerStatus();
  const isHere = valueIn(location, withUsername(pack.feed.path, username)) !== null;
  return isHere && (await isLoggedIn(pack, { mayDismiss: true })) && (await readPage(pack)).creatorId === creatorId;
}
