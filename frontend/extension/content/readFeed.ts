import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
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
export async function checkFeed(message: Extract<ToContent, { kind: 'feed' }>) {
  const feed = await readFeed(message).catch(() => null);
  return { verdicts: feedVerdicts(feed, message.checks, message.knownPostIds) };
}

/** The posts that the feed shows. Null if this is not the account's own feed, or not every post could be read. */
async function readFeed({ pack, path, creatorId }: Extract<ToContent, { kind: 'feed' }>): Promise<Feed | null> {
  checkAnswerStatus();
  if (location.pathname !== path || !(await isLoggedIn(pack))) return null;
  if ((await readPage(pack)).creatorId !== creatorId) return null;
  const { post, empty } = pack.feed;
  const isThere = (ways: SitePackWays | undefined) => ways !== undefined && findOne(ways, document) !== null;
  if (!(await waitFor(() => isThere(post) || isThere(empty), FEED_TIMEOUT_MS))) return null;
  const posts = findAll(post, document).map((element) => readPost(pack.feed, element));
  if (!posts.every((one) => one !== null)) return null;
  return { posts, isEmpty: posts.length === 0 && isThere(empty) };
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
    // As it is shown, with its line breaks.
    text: findOne(feed.text, post)?.innerText ?? '',
    hasImage: findOne(feed.image, post) !== null,
    atMs: Date.parse(time),
  };
}
