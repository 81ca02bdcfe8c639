/** The most posts that a device looks for in the feed of its page at once. */
export const FEED_CHECKS_AT_ONCE = 10;
/** Within which time a feed shows a post, if the site pack does not say it. */
export const DEFAULT_SHOWN_WITHIN_MINUTES = 30;
/** The most posts of a page that a device is told to belong to postings. A page with more posts in a day has no readable feed. */
export const MAX_KNOWN_POSTS = 1_000;
