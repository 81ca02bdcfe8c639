import type { Switches } from './CreatorSite.ts';
import { type Account, type Post, publishedAt, type SiteState } from './SiteState.ts';

/** A post as a feed shows it. */
export interface FeedPost {
  readonly id: string;
  readonly path: string;
  readonly text: string;
  /** The text is cut. */
  readonly isShortened: boolean;
  readonly image: string | null;
  readonly at: string;
  readonly isScheduled: boolean;
  readonly expiresInDays: number | null;
  readonly isPinned: boolean;
}

export interface FeedPage {
  readonly posts: readonly FeedPost[];
  /** The parameter of the next page. */
  readonly older: number | null;
}

const SHORTENED_LENGTH = 20;

const feedPost = (state: SiteState, { username }: Account, feed: Switches['feed'], post: Post): FeedPost => {
  const isShortened = feed === 'shortened' && post.text.length > SHORTENED_LENGTH;
  return {
    id: post.id,
    path: `/${post.id}/${username}`,
    text: isShortened ? `${post.text.slice(0, SHORTENED_LENGTH)}…` : post.text,
    isShortened,
    image: post.upload && `/files/${post.upload}`,
    at: publishedAt(post),
    isScheduled: Date.parse(publishedAt(post)) > Date.now(),
    expiresInDays: post.expiresInDays,
    isPinned: post.id === state.pinned,
  };
};

/** One page of the feed that an account's visitors see. */
export function feedPageOf(
  state: SiteState,
  account: Account,
  { feed, postsPerPage }: Pick<Switches, 'feed' | 'postsPerPage'>,
  from = 0,
): FeedPage {
  const all = state.feedOf(account);
  const end = from + postsPerPage;
  return {
    posts: all.slice(from, end).map((post) => feedPost(state, account, feed, post)),
    older: end < all.length ? end : null,
  };
}

/** All posts that an account can see itself, in the order in which they were made. */
export const ownPosts = (state: SiteState, account: Account): FeedPost[] =>
  state.postsOf(account).map((post) => feedPost(state, account, 'usual', post));

export const onePost = (state: SiteState, account: Account, id: string): FeedPost | null => {
  const post = state.feedOf(account).find((one) => one.id === id);
  return post ? feedPost(state, account, 'usual', post) : null;
};
