/** The most posts that a device looks for in the feed of its page at once. */
export const FEED_CHECKS_AT_ONCE = 10;
