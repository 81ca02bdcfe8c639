import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { ToContent } from '../shared/messages.ts';
import { postIdIn, valueIn, withUsername } from '../sites/addresses.ts';
import { textOf, waitFor } from '../sites/dom.ts';
import { findAll, findOne } from '../sites/findElements.ts';
import { pageMs } from '../sites/patience.ts';
import { localesOf } from '../sites/pickSchedule.ts';
import { isLoggedIn, readPage } from '../sites/readAccount.ts';
import { holdsName } from '../sites/readRefusal.ts';
import { readTime } from '../sites/readTime.ts';
import { type Feed, type FeedPost, feedVerdicts, type UnreadPost } from './feedVerdicts.ts';
import { checkAnswerStatus } from './look.ts';

const POST_PATH = /^(\/[A-Za-z0-9._~@%-]+)*\/?([?#][A-Za-z0-9._~@%/?&=-]*)?$/;
const MAX_PATH_LENGTH = 200;
const MAX_ID_LENGTH = 100;
const MAX_SCREENS = 6;
const MORE_POSTS_MS = 3_000;
const ANY_TIME = { earliestMs: Number.NEGATIVE_INFINITY, latestMs: Number.POSITIVE_INFINITY };

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
  return { isReadable: feed !== null, verdicts: feedVerdicts(feed, checks, knownPostIds) };
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

function cardsOf(feed: SitePack['feed']): HTMLElement[] {
  const skipped = new Set(feed.skip ? findAll(feed.skip, document) : []);
  return findAll(feed.post, document).filter((post) => !skipped.has(post) && !isNoPost(feed, post));
}

/** Whether the pack knows the card by its text. A card with the link or the text of a post may be one, whatever it says. */
const isNoPost = ({ skipTexts, link, address, text }: SitePack['feed'], post: HTMLElement): boolean =>
  skipTexts !== undefined &&
  postIdIn(findOne(link, post), address) === null &&
  findOne(text, post) === null &&
  holdsName(textOf(post), skipTexts);

/** The posts that the feed shows. Null if it shows nothing yet, or no post can be read. */
export function readFeed(pack: SitePack): Feed | null {
  const { feed } = pack;
  const cards = cardsOf(feed);
  if (cards.length === 0) return feed.empty && findOne(feed.empty, document) ? { posts: [], isEmpty: true } : null;
  const locales = localesOf(pack);
  const posts = cards.map((post) => readPost(feed, post, locales));
  return posts.some(({ id }) => id !== null) ? { posts, isEmpty: false } : null;
}

function readPost(feed: SitePack['feed'], post: HTMLElement, locales: readonly string[]): FeedPost | UnreadPost {
  const timeElement = findOne(feed.time, post);
  const time = timeElement && readTime(timeElement, locales, feed.now);
  const link = findOne(feed.link, post);
  const id = postIdIn(link, feed.address);
  if (!time || id === null || id.length > MAX_ID_LENGTH || !(link instanceof HTMLAnchorElement)) {
    return { id: null, ...(time ?? ANY_TIME) };
  }
  const path = pathOf(link, feed.address);
  if (path === null) return { id: null, ...time };
  return { id, path, ...time, ...textIn(feed, post), hasImage: findOne(feed.image, post) !== null };
}

/** The post's address without the parts that do not name it. */
function pathOf({ pathname, search, hash }: HTMLAnchorElement, form = ''): string | null {
  const path = `${pathname}${form.includes('?') ? search : ''}${form.includes('#') ? hash : ''}`;
  return path.length <= MAX_PATH_LENGTH && POST_PATH.test(path) ? path : null;
}

/** The text without the control that shows the rest of it. */
function textIn(feed: SitePack['feed'], post: HTMLElement): { readonly text: string; readonly isCut: boolean } {
  const element = findOne(feed.text, post);
  // Not textContent, which has no line breaks where the page shows them.
  const text = element?.innerText ?? '';
  const more = feed.more && findOne(feed.more, post);
  if (!more) return { text, isCut: false };
  const label = more.textContent?.trim() ?? '';
  const shown = text.trim();
  const withoutLabel = label !== '' && shown.endsWith(label) ? shown.slice(0, -label.length) : shown;
  return { text: withoutLabel.trim().replace(/(?:…|\.\.\.)$/, ''), isCut: true };
}
