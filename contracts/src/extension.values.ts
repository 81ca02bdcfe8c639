/** Also the name of the world of its content scripts. */
export const EXTENSION_NAME = 'Flyerdeck';
/** Pages with an older one are told to update. */
export const EXTENSION_VERSION = '1.2.0';
/** Of the key in the extension's manifest: the same on every machine. */
export const EXTENSION_ID = 'fmhbioioocdikoancdidnhcmcbjpaafi';
export const CREATOR_SITE_ORIGIN = 'https://onlyfans.com';
/** A runner gives this function to the extension's content scripts. */
export const TRUSTED_CLICK = 'flyerdeckTrustedClick';
export const MAX_RETRY_AFTER_SECONDS = 86_400;

export const DEVICE_PROBLEM_SENTENCES = {
  logged_out: 'The page is logged out of the creator site. Log in again in its browser.',
  wrong_account: "The page's browser is logged in to the creator site with another account.",
  no_tab: "The extension could not open the creator site. Open a window in the page's browser.",
  site_failing: 'The creator site does not answer, or answers with errors.',
  site_changed:
    'The site pack does not fit the creator site. Nothing is posted or charged until it does, or until an admin publishes one that fits.',
  no_site_pack: 'No site pack is published for this page. Nothing is posted or charged until an admin publishes one.',
} as const;
export type DeviceProblem = keyof typeof DEVICE_PROBLEM_SENTENCES;
export const DEVICE_PROBLEMS = Object.keys(DEVICE_PROBLEM_SENTENCES) as DeviceProblem[];

export const DEVICE_HEALTH = ['ok', ...DEVICE_PROBLEMS] as const;

export const UNLINK_SENTENCES = {
  replaced: 'Another browser posts for this page now. To post with this one, link the page again here.',
  unlinked: 'The page was unlinked. Link it again to go on.',
  runner_ended: 'Its runner was ended. To post with this browser, pair the runner again and add the page.',
} as const;
export type UnlinkReason = keyof typeof UNLINK_SENTENCES;
export const UNLINK_REASONS = Object.keys(UNLINK_SENTENCES) as UnlinkReason[];

export const FEED_CHECKS_AT_ONCE = 10;
/** If the site pack does not say it. */
export const DEFAULT_SHOWN_WITHIN_MINUTES = 30;
/** A page with more posts in a day has no readable feed. */
export const MAX_KNOWN_POSTS = 1_000;
