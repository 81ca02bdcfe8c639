/** A site pack as JSON. */
export const MAX_SITE_PACK_LENGTH = 100_000;
/** Packs that are listed for admins, newest first. */
export const SITE_PACKS_SHOWN = 20;
/** What the admin area and the popup say while no pack is published. */
export const NO_SITE_PACK =
  'No site pack is published yet. An admin makes one: the button Teach a site pack in the popup of the extension, then Site Packs in the admin area.';

export const STRUCTURE_REPORT_CAUSES = ['probe', 'post'] as const;
/** The outline of a page's elements in a structure report. */
export const MAX_STRUCTURE_LENGTH = 20 * 1024;
/** Structure reports of a page in 24 hours. Further ones are not stored. */
export const MAX_STRUCTURE_REPORTS_PER_PAGE = 10;
export const STRUCTURE_REPORTS_SHOWN = 100;
/** Elements that a page reports as missing. */
export const MAX_MISSING_ELEMENTS = 20;

/** Elements of a pack in plain words, by the beginning of their path. */
const ELEMENTS: Readonly<Record<string, string>> = {
  account: 'the account',
  'account.link': 'the account menu',
  'account.id': "the account's id",
  'composer.path': 'the new-post page',
  'composer.root': 'the new post',
  'composer.text': 'the text field',
  'composer.image': 'the field for pictures',
  'composer.expiry': 'the expiry of the post',
  'composer.schedule': 'the scheduler',
  'composer.keep': 'a setting that must stay as it is',
  'composer.submit': 'the post button',
  feed: 'your own posts',
};

/** 'the post button (composer.submit.button)'. */
export function elementName(path: string): string {
  for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    if (ELEMENTS[part]) return `${ELEMENTS[part]} (${path})`;
  }
  return path;
}

/** Why a pack does not fit a page, for its owner and for admins. */
export function packMissesSentence(misses: { readonly version: number; readonly elements: readonly string[] }): string {
  const names = misses.elements.map(elementName).join(', ');
  return names === ''
    ? `Site pack ${misses.version} does not fit the creator site.`
    : `Site pack ${misses.version} does not find ${names} on the creator site.`;
}
