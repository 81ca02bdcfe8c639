import type { FeedCheck, FeedVerdict, KnownPost } from '@flyerdeck/contracts/types';
import { withPlainSigns } from '../sites/fillText.ts';
import type { Feed, FeedPost, UnreadPost } from '../sites/readFeed.ts';
import type { TimeRange } from '../sites/times.ts';

/** A shorter beginning of a text could be that of another one. */
const MIN_CUT_LENGTH = 16;
/** A post of 'yesterday' is not found by its time. One of a day without a time is found by its text. */
const MAX_RANGE_MS = 3 * 3_600_000;

/** Sites may show these as pictures or not at all. */
const NOT_COMPARED =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200b|\u200d|\u2060|\u20e3|\ufe0f|\ufeff/gu;
/** Sites break lines differently, and some leave out breaks. */
const normalized = (text: string) => withPlainSigns(text).replaceAll(NOT_COMPARED, '').replaceAll(/\s+/g, '');
const hasText = ({ text, isCut }: FeedPost, check: FeedCheck) => {
  const [shown, wanted] = [normalized(text), normalized(check.text)];
  return isCut ? shown.length >= MIN_CUT_LENGTH && wanted.startsWith(shown) : shown === wanted;
};
const isReadable = (post: FeedPost | UnreadPost): post is FeedPost => post.id !== null;
const isInTime = ({ earliestMs, latestMs }: TimeRange, { from, to }: FeedCheck) =>
  Date.parse(from) <= latestMs && earliestMs <= Date.parse(to);

/** Its address must be the known one, too, once that is known. */
const isOneOf = (known: readonly KnownPost[], post: FeedPost | UnreadPost): boolean =>
  isReadable(post) &&
  known.some(({ external_post_id: id, path }) => id === post.id && (path === null || path === post.path));

/**
 * A post is found by its id, or if it alone has the text, the picture and a time of the check, and fits no other check.
 * An id that only the site's answer named counts if the post also has the text or a time of the check.
 * Absent needs a feed that reaches back to before the time: a post that is not known, was changed or cannot be read could be the one.
 */
export function feedVerdicts(
  feed: Feed | null,
  checks: readonly FeedCheck[],
  knownPosts: readonly KnownPost[],
): FeedVerdict[] {
  const posts = feed?.posts ?? [];
  const readable = posts.filter(isReadable);
  const free = posts.filter((post) => !isOneOf(knownPosts, post));
  const fits = (post: FeedPost, check: FeedCheck) =>
    isInTime(post, check) && (post.isDay || post.latestMs - post.earliestMs <= MAX_RANGE_MS) && hasText(post, check);
  const byId = checks.map((check) =>
    readable.find(
      (post) =>
        post.id === check.external_post_id &&
        (check.kind === 'still_there' || hasText(post, check) || (!post.isDay && isInTime(post, check))),
    ),
  );
  const ofText = checks.filter(({ kind }, n) => kind !== 'still_there' && !byId[n]);

  const byText = (check: FeedCheck): FeedPost | undefined => {
    const [post, ...others] = free.filter(isReadable).filter((one) => fits(one, check));
    if (!post || others.length > 0 || (post.hasImage ?? check.has_image) !== check.has_image) return undefined;
    return ofText.every((other) => other === check || !fits(post, other)) ? post : undefined;
  };
  const found = checks.map((check, n) => byId[n] ?? (ofText.includes(check) ? byText(check) : undefined));
  const explained = new Set<FeedPost | UnreadPost | undefined>(found);
  // The zone of the site's days is not known, and other posts of a day have the same one.
  const isOfDays = posts.some(({ isDay }) => isDay);
  // The last post is the oldest; a pinned one comes first.
  const reachesToMs = feed?.isEmpty ? Number.NEGATIVE_INFINITY : (posts.at(-1)?.latestMs ?? Number.POSITIVE_INFINITY);

  return checks.map((check, n) => {
    const about = { posting_id: check.posting_id, attempt: check.attempt };
    const post = found[n];
    if (post) return { ...about, verdict: 'found', external_post_id: post.id, path: post.path };
    const isCovered = !isOfDays && reachesToMs < Date.parse(check.from);
    const couldBe = free.filter((one) => isInTime(one, check) && !explained.has(one));
    const isGone = check.kind === 'still_there' && posts.every(isReadable) && !readable.some((one) => fits(one, check));
    return { ...about, verdict: isCovered && (couldBe.length === 0 || isGone) ? 'absent' : 'unreadable' };
  });
}
