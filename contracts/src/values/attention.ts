/** What needs a person, in the order in which it is shown. */
export const ATTENTION_KINDS = [
  'failed',
  'partly_posted',
  'unconfirmed',
  'offline',
  'logged_out',
  'site_changed',
  'out_of_credits',
  'repeat_stopped',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Kinds whose failed postings can be retried at once. */
export const RETRIED_KINDS = ['failed', 'partly_posted'] as const satisfies readonly AttentionKind[];
/** The most failed postings that are counted, and rows of one answer. */
export const MAX_ATTENTION_FAILED = 10_000;
export const MAX_ATTENTION_ROWS = 500;
