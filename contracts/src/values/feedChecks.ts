/** The most posts that a device looks for in the feed of its page at once. */
export const FEED_CHECKS_AT_ONCE = 10;
/** The most posts of the last day that a page's owner has made by hand and the extension tells. */
export const MAX_POSTS_BY_HAND = 100;
/** Within which time a feed shows a post, if the site pack does not say it. */
export const DEFAULT_SHOWN_WITHIN_MINUTES = 30;
