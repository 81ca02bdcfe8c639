import { MAX_REFUNDS_AFTER_SUBMITTING, PAGE_DAY_HOURS } from './credits.values.ts';

export const PAGE_ACTIVE_MINUTES = 3;
export const MAX_PAGES_PER_USER = 20_000;
/** On all pages of a user, compared without case. */
export const MAX_TAGS_PER_USER = 1_000;
export const MAX_TAGS_PER_PAGE = 100;
export const MAX_TAG_LENGTH = 100;
export const MAX_BULK_PAGES = 5_000;
export const MAX_POSTS_LIMIT = 1_000;
export const MAX_GAP_MINUTES = 7 * 24 * 60;
/** If the site does not say how long. */
export const RATE_LIMIT_MINUTES = 30;
/** Of one kind, without a post between them. */
export const REFUSALS_IN_A_ROW = 3;
/** Also the pause after other refusals. A person can end each pause. */
export const REPEATED_RATE_LIMIT_MINUTES = 60;
export const PAUSE_HOURS = 24;

export const PAGE_NOTICE_SENTENCES = {
  fee_kept: `The last fee was not given back: ${MAX_REFUNDS_AFTER_SUBMITTING} posts that failed after the button was pressed are refunded in ${PAGE_DAY_HOURS} hours, not more.`,
} as const;
export type PageNotice = keyof typeof PAGE_NOTICE_SENTENCES;
export const PAGE_NOTICES = Object.keys(PAGE_NOTICE_SENTENCES) as PageNotice[];

/** What the site refuses: the page has to wait, this post is not allowed, the login has ended, or the site is out of order. */
export const PAGE_PAUSE_KINDS = ['rate_limited', 'content', 'logged_out', 'broken'] as const;
export type PagePauseKind = (typeof PAGE_PAUSE_KINDS)[number];
