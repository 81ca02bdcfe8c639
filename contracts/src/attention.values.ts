/** In the order in which it is shown. */
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

export const RETRIED_KINDS = ['failed', 'partly_posted'] as const satisfies readonly AttentionKind[];
/** Also the most rows of one answer. */
export const MAX_ATTENTION_FAILED = 10_000;
export const MAX_ATTENTION_ROWS = 500;
