import { PAGE_PAUSE_KINDS } from './pages.values.ts';

export const POSTING_STATUSES = ['pending', 'posting', 'posted', 'completed', 'failed'] as const;
export type PostingStatus = (typeof POSTING_STATUSES)[number];

/** An unconfirmed posting waits for somebody who checks the page. */
export const isOpenPosting = ({
  status,
  is_unconfirmed,
}: {
  status: PostingStatus;
  is_unconfirmed: boolean;
}): boolean => is_unconfirmed || (status !== 'completed' && status !== 'failed');

/** '0 min', '45 min', '3 h 5 min', '2 d 4 h'. */
export function elapsedText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** The post may be live. Retried only after the owner confirms it. */
export const UNCONFIRMED_CODE = 'unconfirmed';
/** Nothing was posted, also after the device was about to press the button. After any other code the post may be live. */
export const PROVEN_FAILURES = [
  ...PAGE_PAUSE_KINDS,
  'not_pressed',
  'site_changed',
  'wrong_account',
  'no_tab',
  'text_not_taken',
] as const;
/** Within its day. */
export const POST_GONE_SENTENCE = 'The post is gone from the page.';
/** Of all assistants, with those still being added. */
export const MAX_PENDING_POSTINGS_PER_USER = 200_000;
export const MAX_RETRIED_POSTINGS = 10_000;
export const MAX_SCREENSHOT_TRIES = 3;
export const POSTINGS_PAGE_SIZE = 50;
export const POSTINGS_PAGE_SIZES = [20, 50, 100, 200];
export const POSTINGS_SEARCH_DEBOUNCE_MS = 500;
/** A claim, or a post without a screenshot. */
export const STUCK_MINUTES = 10;
export const MAX_STUCK_MINUTES = 10_000;
/** Each retry adds steps. */
export const TRANSITIONS_SHOWN = 200;
export const ANALYTICS_LIMIT = 500;
export const BOTTLENECKS_SHOWN = 6;
export const SLOW_TOTAL_TIME_MS = 300_000;
export const MEDIUM_TOTAL_TIME_MS = 120_000;
export const SLOW_POSTING_MS = 60_000;
export const MEDIUM_POSTING_MS = 30_000;
export const SLOW_SCREENSHOT_MS = 30_000;
export const MEDIUM_SCREENSHOT_MS = 15_000;
export const LONG_PENDING_MS = 60_000;
export const LONG_POSTING_MS = 120_000;
export const LONG_POSTED_MS = 30_000;
/** For the average of a transition. */
export const EXCELLENT_BELOW_MS = 10_000;
export const GOOD_BELOW_MS = 30_000;
export const FAIR_BELOW_MS = 60_000;
/** A lease that ends before the press is a try. */
export const MAX_POSTING_TRIES = 3;
/** While the switch is on. */
export const OFFLINE_PAGE_FAILS_HOURS = 24;
