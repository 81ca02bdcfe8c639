import type { FeedCheck, FeedVerdict } from '@flyerdeck/contracts/types';

/** A post as the page's feed shows it. */
export interface FeedPost {
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly hasImage: boolean;
  readonly atMs: number;
}

export interface Feed {
  /** In the order of the page. */
  readonly posts: readonly FeedPost[];
  /** The page says that there are no posts. */
  readonly isEmpty: boolean;
}

/** The site may break lines differently. */
const normalized = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/**
 * What the feed says about each check. Null: it could not be read.
 * A post is found by its id, or if it alone has the text, the picture and a time of the check, and fits no other check.
 * A post is absent only if the feed reaches back to before its time and shows no post of that time that is not known: a post whose
 * text the site has changed or cut could be the one. Everything else is `unreadable`, which changes nothing.
 */
export function feedVerdicts(
  feed: Feed | null,
  checks: readonly FeedCheck[],
  knownPostIds: readonly string[],
): FeedVerdict[] {
  const known = new Set(knownPostIds);
  const free = (feed?.posts ?? []).filter(({ id }) => !known.has(id));
  const isInTime = ({ atMs }: FeedPost, { from, to }: FeedCheck) => Date.parse(from) <= atMs && atMs <= Date.parse(to);
  const fits = (post: FeedPost, check: FeedCheck) =>
    isInTime(post, check) && normalized(post.text) === normalized(check.text);
  const ofText = checks.filter(({ external_post_id: id }) => id === null);

  const foundFor = (check: FeedCheck): FeedPost | undefined => {
    if (check.external_post_id !== null) return feed?.posts.find(({ id }) => id === check.external_post_id);
    const [post, ...others] = free.filter((one) => fits(one, check));
    if (!post || others.length > 0 || post.hasImage !== check.has_image) return undefined;
    return ofText.every((other) => other === check || !fits(post, other)) ? post : undefined;
  };
  const found = checks.map(foundFor);
  const explained = new Set(found);
  // The last post is the oldest; a pinned one comes first.
  const reachesToMs = feed?.isEmpty ? Number.NEGATIVE_INFINITY : (feed?.posts.at(-1)?.atMs ?? Number.POSITIVE_INFINITY);

  return checks.map((check, n) => {
    const about = { posting_id: check.posting_id, attempt: check.attempt };
    const post = found[n];
    if (post) return { ...about, verdict: 'found', external_post_id: post.id, path: post.path };
    const isCovered = reachesToMs < Date.parse(check.from);
    const isClear = check.external_post_id !== null || !free.some((one) => isInTime(one, check) && !explained.has(one));
    return { ...about, verdict: isCovered && isClear ? 'absent' : 'unreadable' };
  });
}
