/** All statuses of the product (spec section 4). The web app may import values from here. */

export const TASK_STATUS_LABELS = {
  waiting: 'Waiting',
  in_queue: 'In Queue',
  pending: 'Pending',
  posting: 'Posting',
  partially_posted: 'Partially Posted',
  partially_completed: 'Partially Completed',
  completed: 'Completed',
  failed: 'Failed',
  posted: 'Posted',
  archived: 'Archived',
} as const;
export type TaskStatus = keyof typeof TASK_STATUS_LABELS;
export const TASK_STATUSES = Object.keys(TASK_STATUS_LABELS) as TaskStatus[];

export const ASSISTANT_STATUS_LABELS = {
  waiting: 'Waiting to Start',
  in_queue: 'In Queue',
  pending: 'Pending Tasks',
  posting: 'Posting Tasks',
  posted: 'Posted',
  partially_posted: 'Partially Posted',
  partially_completed: 'Partially Completed',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  archived: 'Archived',
} as const;
export type AssistantStatus = keyof typeof ASSISTANT_STATUS_LABELS;
export const ASSISTANT_STATUSES = Object.keys(ASSISTANT_STATUS_LABELS) as AssistantStatus[];

/** The label of a status. An unknown status is its own label; a missing one is 'Unknown'. */
export function statusLabel(labels: Readonly<Record<string, string>>, status: string | null | undefined): string {
  if (!status) return 'Unknown';
  return Object.hasOwn(labels, status) ? (labels[status] as string) : status;
}

export const POSTING_STATUSES = ['pending', 'posting', 'posted', 'completed', 'failed'] as const;
export type PostingStatus = (typeof POSTING_STATUSES)[number];

/** False once nothing more happens to a posting by itself. An unconfirmed one waits for somebody who checks the page. */
export const isOpenPosting = ({
  status,
  is_unconfirmed,
}: {
  status: PostingStatus;
  is_unconfirmed: boolean;
}): boolean => is_unconfirmed || (status !== 'completed' && status !== 'failed');

/** How long a posting is unchanged: '0 min', '45 min', '3 h 5 min', '2 d 4 h'. */
export function elapsedText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** The task statuses of each tab of the Posting Queue (spec section 4, 'Queue tab filters'). */
export const QUEUE_TAB_STATUSES = {
  queue: ['in_queue'],
  completed: ['completed'],
  failed: ['failed', 'partially_completed'],
  in_progress: ['pending', 'posting'],
} as const satisfies Record<string, readonly TaskStatus[]>;
export type QueueTab = keyof typeof QUEUE_TAB_STATUSES;

/** Tasks that 'Clear Completed' archives. */
export const FINALIZED_TASK_STATUSES = ['completed', 'failed', 'partially_completed'] as const;

/** Whether a page's extension can post, as it reports in its polls. */
export const DEVICE_TROUBLE_SENTENCES = {
  logged_out: 'The page is logged out of the creator site. Log in again in its browser.',
  wrong_account: "The page's browser is logged in to the creator site with another account.",
  no_tab: "The extension could not open the creator site. Open a window in the page's browser.",
  site_failing: 'The creator site does not answer, or answers with errors.',
  site_changed: 'The creator site has changed. Nothing is posted or charged until the extension knows it again.',
} as const;
export type DeviceTrouble = keyof typeof DEVICE_TROUBLE_SENTENCES;
export const DEVICE_TROUBLES = Object.keys(DEVICE_TROUBLE_SENTENCES) as DeviceTrouble[];

export const DEVICE_HEALTH = ['ok', ...DEVICE_TROUBLES] as const;
export type DeviceHealth = 'ok' | DeviceTrouble;

/** Codes of failed postings that say nothing about the site pack: the site, the browser or the flyer is the reason. */
export const FAILURES_OF_NO_PACK = [
  'logged_out',
  'wrong_account',
  'no_tab',
  'site_failing',
  'rate_limited',
  'content',
] as const;

/** The stages of a site pack: tried by pages of three owners, of ten, used by all, or withdrawn. */
export const SITE_PACK_STAGES = ['canary', 'few', 'all', 'withdrawn'] as const;
export type SitePackStage = (typeof SITE_PACK_STAGES)[number];

export const STRUCTURE_REPORT_CAUSES = ['probe', 'post'] as const;

/** Why a device is no longer linked, as its extension shows it. */
export const UNLINK_SENTENCES = {
  replaced: 'Another browser posts for this page now. To post with this one, link the page again here.',
  unlinked: 'The page was unlinked. Link it again to go on.',
} as const;
export type UnlinkReason = keyof typeof UNLINK_SENTENCES;
export const UNLINK_REASONS = Object.keys(UNLINK_SENTENCES) as UnlinkReason[];

/** Problems of a page that are shown to its owner. */
export const PAGE_NOTICE_SENTENCES = {
  fee_kept:
    'The last fee was not given back: 3 posts that failed after the button was pressed are refunded in 24 hours, not more.',
} as const;
export type PageNotice = keyof typeof PAGE_NOTICE_SENTENCES;
export const PAGE_NOTICES = Object.keys(PAGE_NOTICE_SENTENCES) as PageNotice[];

/** Why a page is paused: what the creator site has refused, by the kinds that extensions report. */
export const PAGE_PAUSE_KINDS = ['rate_limited', 'content', 'logged_out', 'broken'] as const;
export type PagePauseKind = (typeof PAGE_PAUSE_KINDS)[number];

/**
 * Codes of failures that prove that nothing was posted, also after the device was about to press the button: the button was not
 * pressed, or the site has refused this very post and the page's feed does not show it. After any other the post may be live.
 */
export const PROVEN_FAILURES = [...PAGE_PAUSE_KINDS, 'not_pressed', 'site_changed'] as const;

/** A post that was on its page and is not there any more, within its day. */
export const POST_GONE_SENTENCE = 'The post is gone from the page.';

export const WAIT_REASON_SENTENCES = {
  account_deactivated: 'Your account is deactivated.',
  queue_paused: 'The queue is paused. Press Start Posting to go on.',
  insufficient_credits: 'Not enough credits to pay for this page.',
  assistant_paused: 'The assistant is paused.',
  being_queued: 'The assistant is still being added to the queue.',
  page_offline: 'The page has not polled for a while. Open its browser with the extension.',
  ...DEVICE_TROUBLE_SENTENCES,
  not_due: 'The creator site has no scheduler, so each posting waits for its time.',
  page_limit: "The page's posting limits do not allow a post yet.",
  rate_limited: 'The creator site asks to wait before the next post.',
  site_refusals: 'The creator site refused 3 posts in a row. The page is paused; its card has a Resume button.',
  busy: 'The page is posting something else right now.',
} as const;
export type WaitReason = keyof typeof WAIT_REASON_SENTENCES;
export const WAIT_REASONS = Object.keys(WAIT_REASON_SENTENCES) as WaitReason[];

export const TRANSACTION_TYPE_LABELS = {
  purchase: 'Purchase',
  spending: 'Posting Fee',
  bonus: 'Bonus Credits',
  admin_adjustment: 'Admin Adjustment',
  refund: 'Refund',
} as const;
export type TransactionType = keyof typeof TRANSACTION_TYPE_LABELS;
export const TRANSACTION_TYPES = Object.keys(TRANSACTION_TYPE_LABELS) as TransactionType[];
export const ADJUSTMENT_TYPES = ['admin_adjustment', 'bonus', 'refund'] as const;

/** Audit events: changes of a user by an admin, and exports. Never deleted. */
export const ADMIN_ACT_LABELS = {
  activated: 'Activated',
  deactivated: 'Deactivated',
  promoted: 'Made admin',
  demoted: 'Admin privileges removed',
  credits_adjusted: 'Credits adjusted',
  purchase_booked: 'Purchase booked',
  sessions_ended: 'Sessions ended',
  exported: 'List exported',
  postings_retried: 'Postings retried',
  site_pack_published: 'Site pack published',
  site_pack_approved: 'Site pack approved',
  site_pack_withdrawn: 'Site pack withdrawn',
} as const;
export type AdminActWord = keyof typeof ADMIN_ACT_LABELS;
export const ADMIN_ACTS = Object.keys(ADMIN_ACT_LABELS) as AdminActWord[];

/** The button may have been pressed, so the post may be live. Retried only after the owner confirms it. */
export const UNCONFIRMED_CODE = 'unconfirmed';
