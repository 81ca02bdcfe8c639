/** The stages of a site pack: tried by pages of three owners, of ten, used by all, or withdrawn. */
export const SITE_PACK_STAGES = ['canary', 'few', 'all', 'withdrawn'] as const;
export type SitePackStage = (typeof SITE_PACK_STAGES)[number];
/** The rollout (decision 0033): so many pages try a pack at first, then so many, each of another owner. */
export const SITE_PACK_CANARY_PAGES = 3;
export const SITE_PACK_FEW_PAGES = 10;
/** So many owners must have posted before more pages try the pack. */
export const SITE_PACK_OWNERS_OF_CANARY = 2;
/** So many owners must have posted before all pages use it, or failed before it is withdrawn. All owners, if there are fewer. */
export const SITE_PACK_OWNERS = 3;
/** Owners count whose account is older and who have paid for posts. Others count only if these are fewer than SITE_PACK_OWNERS. */
export const SITE_PACK_VOTER_DAYS = 7;
/** A site pack as JSON. */
export const MAX_SITE_PACK_LENGTH = 100_000;
/** Packs that are listed for admins, newest first. */
export const SITE_PACKS_SHOWN = 20;

/** Codes of failed postings that say nothing about the site pack: the site, the browser or the flyer is the reason. */
export const FAILURES_OF_NO_PACK = [
  'logged_out',
  'wrong_account',
  'no_tab',
  'site_failing',
  'rate_limited',
  'content',
  'text_not_taken',
] as const;

export const STRUCTURE_REPORT_CAUSES = ['probe', 'post'] as const;
/** The outline of a page's elements in a structure report. */
export const MAX_STRUCTURE_LENGTH = 20 * 1024;
/** Structure reports of a page in 24 hours. Further ones are not stored. */
export const MAX_STRUCTURE_REPORTS_PER_PAGE = 10;
export const STRUCTURE_REPORTS_SHOWN = 100;
