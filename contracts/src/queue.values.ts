import { DEVICE_PROBLEM_SENTENCES } from './extension.values.ts';
import { REFUSALS_IN_A_ROW } from './pages.values.ts';
import type { TaskStatus } from './tasks.values.ts';

/** Spec section 4, 'Queue tab filters'. */
export const QUEUE_TAB_STATUSES = {
  queue: ['in_queue'],
  completed: ['completed'],
  failed: ['failed', 'partially_completed'],
  in_progress: ['pending', 'posting'],
} as const satisfies Record<string, readonly TaskStatus[]>;
/** In no tab: the screenshots are being made. */
export const POSTED_STATUSES = ['posted', 'partially_posted'] as const satisfies readonly TaskStatus[];
export type QueueTab = keyof typeof QUEUE_TAB_STATUSES;

export const WAIT_REASON_SENTENCES = {
  account_deactivated: 'Your account is deactivated.',
  queue_paused: 'The queue is paused. Press Start Posting to go on.',
  claims_paused: 'Posting is paused for everybody at the moment. It continues automatically.',
  insufficient_credits: 'Not enough credits to pay for this page.',
  assistant_paused: 'The assistant is paused.',
  being_queued: 'The assistant is still being added to the queue.',
  page_offline: 'The page has not polled for a while. Open its browser with the extension.',
  ...DEVICE_PROBLEM_SENTENCES,
  not_due: 'The creator site has no scheduler, so each posting waits for its time.',
  page_limit: "The page's posting limits do not allow a post yet.",
  rate_limited: 'The creator site asks to wait before the next post.',
  site_refusals: `The creator site refused ${REFUSALS_IN_A_ROW} posts in a row. The page is paused; its card has a Resume button.`,
  busy: 'The page is posting something else right now.',
} as const;
export type WaitReason = keyof typeof WAIT_REASON_SENTENCES;
export const WAIT_REASONS = Object.keys(WAIT_REASON_SENTENCES) as WaitReason[];

export const QUEUE_POLL_INTERVAL_MS = 5_000;
export const SNACKBAR_HIDE_MS = 4_000;
/** A week with the hour that a change of the clocks adds. */
export const MAX_CALENDAR_DAYS = 8;
export const CALENDAR_PAGES = 25;
export const CALENDAR_POSTINGS_PER_PAGE = 200;
export const CALENDAR_DESCRIPTION_LENGTH = 120;
export const NEXT_POSTS_SHOWN = 40;
