import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { holdsName } from '@flyerdeck/contracts/sitePackWords';
import { postIdIn } from './addresses.ts';
import { textOf } from './dom.ts';
import { findAll, findOne } from './findElements.ts';
import { localesOf } from './setTime.ts';
import { readTime, type TimeRange } from './times.ts';

const POST_PATH = /^(\/[A-Za-z0-9._~@%:-]+)*\/?([?#][A-Za-z0-9._~@%/?&=-]*)?$/;
const MAX_PATH_LENGTH = 200;
const CUT = /\s*(?:\[…\]|…|\[\.\.\.\]|\.\.\.)$/;
const ANY_TIME = { earliestMs: Number.NEGATIVE_INFINITY, latestMs: Number.POSITIVE_INFINITY };

export interface FeedPost extends TimeRange {
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly isCut: boolean;
  /** Null: the feed shows no images. */
  readonly hasImage: boolean | null;
}

/** It may be any post of its time. */
export type UnreadPost = TimeRange & { readonly id: null };

export interface Feed {
  readonly posts: readonly (FeedPost | UnreadPost)[];
  readonly isEmpty: boolean;
}

export function cardsOf(feed: SitePack['feed']): HTMLElement[] {
  const skipped = new Set(feed.skip ? findAll(feed.skip, document) : []);
  return findAll(feed.post, document).filter((post) => !skipped.has(post) && !isNoPost(feed, post));
}

/** A card with the link or the text of a post may be one, whatever it says. */
const isNoPost = ({ skipTexts, link, address, text }: SitePack['feed'], post: HTMLElement): boolean =>
  skipTexts !== undefined &&
  postIdIn(findOne(link, post), address) === null &&
  findOne(text, post) === null &&
  holdsName(textOf(post), skipTexts);

/** Null if it shows nothing yet, or its posts cannot be read or told apart. */
export function readFeed(pack: SitePack): Feed | null {
  const { feed } = pack;
  const cards = cardsOf(feed);
  if (cards.length === 0 && feed.empty && findOne(feed.empty, document)) return { posts: [], isEmpty: true };
  const locales = localesOf(pack);
  const posts = cards.map((post) => readPost(feed, post, locales));
  return posts.every(({ id }) => id === null) || isIdShared(posts) ? null : { posts, isEmpty: false };
}

/** With different addresses or times. */
export function isIdShared(posts: Feed['posts']): boolean {
  const seen = new Map<string, FeedPost>();
  return posts.some((post) => {
    if (post.id === null) return false;
    // A pinned post is in the feed twice.
    const other = seen.get(post.id) ?? post;
    seen.set(post.id, post);
    return post.path !== other.path || post.earliestMs > other.latestMs || other.earliestMs > post.latestMs;
  });
}

function readPost(feed: SitePack['feed'], post: HTMLElement, locales: readonly string[]): FeedPost | UnreadPost {
  const timeElement = findOne(feed.time, post);
  const time = timeElement && readTime(timeElement, locales, feed.now);
  const link = findOne(feed.link, post);
  const id = postIdIn(link, feed.address);
  if (!time || id === null || !(link instanceof HTMLAnchorElement)) {
    return { id: null, ...(time ?? ANY_TIME) };
  }
  const path = pathOf(link, feed.address);
  if (path === null) return { id: null, ...time };
  return { id, path, ...time, ...textIn(feed, post), hasImage: feed.image ? findOne(feed.image, post) !== null : null };
}

function pathOf({ pathname, search, hash }: HTMLAnchorElement, form = ''): string | null {
  const path = `${pathname}${form.includes('?') ? search : ''}${form.includes('#') ? hash : ''}`;
  return path.length <= MAX_PATH_LENGTH && POST_PATH.test(path) ? path : null;
}

function textIn(feed: SitePack['feed'], post: HTMLElement): { readonly text: string; readonly isCut: boolean } {
  const element = findOne(feed.text, post);
  // Not textContent, which has no line breaks where the page shows them.
  const text = element?.innerText ?? '';
  const more = feed.more && findOne(feed.more, post);
  const cut = CUT.exec(text.trim())?.[0];
  if (!more) return cut ? { text: text.trim().slice(0, -cut.length), isCut: true } : { text, isCut: false };
  const label = more.textContent?.trim() ?? '';
  const shown = text.trim();
  const withoutLabel = label !== '' && shown.endsWith(label) ? shown.slice(0, -label.length) : shown;
  return { text: withoutLabel.trim().replace(/(?:…|\.\.\.)$/, ''), isCut: true };
}
