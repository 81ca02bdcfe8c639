/** A program that runs the browsers of many pages on one machine of their owner. */

export const PAIRING_CODE_MINUTES = 15;
/** Without letters and digits that look alike. Shown as ABCD-EFGH. */
export const PAIRING_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const PAIRING_CODE_LENGTH = 8;
export const MAX_RUNNERS_PER_USER = 20;
export const MAX_AWAKE_PAGES = 100;
export const RUNNER_SILENT_MINUTES = 3;

/** `ended`: the runner was ended, so nothing posts for the page. */
export const RUNNER_PAGE_STATES = ['asleep', 'awake', 'ended'] as const;
