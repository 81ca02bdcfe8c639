export type Language = 'en' | 'ru';

export type Refusal = 'too_large' | 'not_an_image' | 'damaged' | 'not_available' | 'no_space';

export interface RefusedFile {
  /** From one; null for a single message. */
  readonly position: number | null;
  readonly why: Refusal;
}

export type AlertKind =
  | 'out_of_credits'
  | 'page_offline'
  | 'page_logged_out'
  | 'page_wrong_account'
  | 'page_site_changed'
  | 'page_rate_limited'
  | 'posting_in_doubt'
  | 'repeat_skipped'
  | 'repeat_ended';

export type RepeatProblem =
  | 'assistant.no_targets'
  | 'assistant.no_flyers'
  | 'assistant.no_pages'
  | 'assistant.too_many_postings'
  | 'assistant.too_many'
  | 'assistant.paused'
  | 'posting.too_many_pending'
  | 'repeat.missed'
  | 'repeat.failed';
