/** A runner is a program that runs the browsers of many pages on one machine of their owner. */

/** A pairing code can be used for so long. */
export const PAIRING_CODE_MINUTES = 15;
/** Without letters and digits that look alike. Written with a dash in the middle: ABCD-EFGH. */
export const PAIRING_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const PAIRING_CODE_LENGTH = 8;
export const MAX_RUNNERS_PER_USER = 20;
/** Browsers that may run at once on one runner. */
export const MAX_AWAKE_PAGES = 100;
/** A runner without a connection for this long is shown as not connected. */
export const RUNNER_SILENT_MINUTES = 3;

/** The state of a page's browser on a runner. `ended`: the runner was ended, so nothing posts for the page. */
export const RUNNER_PAGE_STATES = ['asleep', 'awake', 'ended'] as const;
