import type { AcceptedPost, SiteRecords } from '../SiteRecords.ts';
import type { Settings } from './settings.ts';
import type { SwitchName } from './switches.ts';

export interface PostCard {
  readonly kind: 'post';
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly text: string;
  readonly pictures: readonly string[];
  readonly at: string;
  readonly isPinned: boolean;
  /** "Followers only", "$5", or nothing. */
  readonly badge: string | null;
}

export type Card = PostCard | { readonly kind: 'advertisement' | 'deleted' };

export interface FeedPage {
  readonly cards: readonly Card[];
  /** Where the next page begins. */
  readonly next: number | null;
  /** The site's clock, for relative times. */
  readonly now: string;
}

const DAY_MS = 86_400_000;

const badgeOf = ({ audience, price }: AcceptedPost) =>
  price > 0 ? `$${price}` : audience === 'everyone' ? null : `${audience[0]?.toUpperCase()}${audience.slice(1)} only`;

export const cardOf = (records: SiteRecords, post: AcceptedPost, isPinned = false): PostCard => ({
  kind: 'post',
  id: post.id,
  username: post.username,
  name: records.account(post.username).name,
  text: post.text,
  pictures: post.pictures,
  at: post.scheduledFor ?? post.postedAt,
  isPinned,
  badge: badgeOf(post),
});

/** A page of the feed of an account. */
export function feedPage(
  records: SiteRecords,
  settings: Settings,
  on: (name: SwitchName) => boolean,
  { username, from }: { readonly username: string; readonly from: number },
): FeedPage {
  const { name } = records.account(username);
  const pinned: PostCard = {
    kind: 'post',
    id: '20000417',
    username,
    name,
    text: 'Welcome to my page! Everything new is announced here first.',
    pictures: [],
    at: new Date(records.now() - 90 * DAY_MS).toISOString(),
    isPinned: true,
    badge: null,
  };
  const cards: Card[] = records.feedOf(username).map((post) => cardOf(records, post));
  if (on('pinned-old-post')) cards.unshift(pinned);
  if (on('feed-ad')) cards.splice(1, 0, { kind: 'advertisement' });
  if (on('feed-deleted')) cards.splice(2, 0, { kind: 'deleted' });
  const size = on('feed-on-scroll') ? settings.cardsPerScroll : settings.cardsPerPage;
  const next = from + size < cards.length ? from + size : null;
  return { cards: cards.slice(from, from + size), next, now: new Date(records.now()).toISOString() };
}
