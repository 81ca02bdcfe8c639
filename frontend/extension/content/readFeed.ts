import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { ToContent } from '../shared/messages.ts';
import { waitFor } from '../sites/dom.ts';
import { findAll, findOne } from '../sites/findElements.ts';
import { isLoggedIn, readPage } from '../sites/readAccount.ts';
import { type Feed, type FeedPost, feedVerdicts } from './feedVerdicts.ts';
import { checkAnswerStatus } from './look.ts';

const FEED_TIMEOUT_MS = 10_000;
const POST_PATH = /^(\/[A-Za-z0-9._~-]+)+$/;
const MAX_PATH_LENGTH = 200;
/** An ISO time. What people read, such as "yesterday", would be a guess. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Compares the page's own feed with the checks. Texts stay in this page. */
export async function checkFeed({ pack, path, creatorId, checks, knownPostIds }: Extract<ToContent, { kind: 'feed' }>) {
  const feed = (await isOwnFeed(pack, path, creatorId).catch(() => false))
    ? await waitFor(() => readFeed(pack.feed), FEED_TIMEOUT_MS)
    : null;
  return { isReadable: feed !== null, verdicts: feedVerdicts(feed, checks, knownPostIds) };
}

async function isOwnFeed(pack: SitePack, path: string, creatorId: string): Promise<boolean> {
  checkAnswerStatus();
  return location.pathname === path && (await isLoggedIn(pack)) && (await readPage(pack)).creatorId === creatorId;
}

/** The posts that the feed shows. Null if it shows nothing yet, or not every post can be read. */
function readFeed(feed: SitePack['feed']): Feed | null {
  const posts = findAll(feed.post, document).map((post) => readPost(feed, post));
  if (posts.length === 0) return feed.empty && findOne(feed.empty, document) ? { posts: [], isEmpty: true } : null;
  return posts.every((post) => post !== null) ? { posts, isEmpty: false } : null;
}

function readPost(feed: SitePack['feed'], post: HTMLElement): FeedPost | null {
  const link = findOne(feed.link, post);
  const time = findOne(feed.time, post)?.getAttribute('datetime') ?? '';
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return null;
  const { pathname: path } = link;
  const id = path.split('/').find((part) => /^\d{1,30}$/.test(part));
  if (id === undefined || path.length > MAX_PATH_LENGTH || !POST_PATH.test(path) || !ISO_TIME.test(time)) return null;
  return {
    id,
    path,
    // Not textContent, which has no line breaks where the page shows them.
    text: findOne(feed.text, post)?.innerText ?? '',
    hasImage: findOne(feed.image, post) !== null,
    atMs: Date.parse(time),
  };
}
