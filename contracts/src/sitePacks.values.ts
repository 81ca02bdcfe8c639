export const MAX_SITE_PACK_LENGTH = 100_000;
export const SITE_PACKS_SHOWN = 20;
export const NO_SITE_PACK =
  'No site pack is published yet. An admin makes one: the button Show a post in the popup of the extension, then Site Packs in the admin area.';

export const STRUCTURE_REPORT_CAUSES = ['probe', 'post'] as const;
export const MAX_STRUCTURE_LENGTH = 20 * 1024;
/** In 24 hours. Further ones are not stored. */
export const MAX_STRUCTURE_REPORTS_PER_PAGE = 10;
export const STRUCTURE_REPORTS_SHOWN = 20;
export const MAX_MISSING_ELEMENTS = 20;

const STEP_PARTS: Readonly<Record<string, string>> = {
  open: 'the new-post page',
  press: 'a button',
  fill: 'the text field',
  attach: 'the field for images',
  choose: 'a list of choices',
  time: 'the scheduler',
  wait: 'something that it waits for',
  keep: 'a setting that must stay as it is',
  publish: 'the post button',
};
const PARTS: Readonly<Record<string, string>> = {
  'account.username': 'the account',
  'account.id': "the account's id",
  form: 'the form of the new post',
  feed: 'your own posts',
};

/** 'the post button (step 6)'. A path has the number of the step, from 0, and its kind: `steps.5.publish`. */
export function elementName(path: string): string {
  const [, n, kind = ''] = /^steps\.(\d+)\.(\w+)/.exec(path) ?? [];
  if (n !== undefined) return `${STEP_PARTS[kind] ?? kind} (step ${Number(n) + 1})`;
  return PARTS[path] ?? PARTS[path.split('.')[0] ?? ''] ?? path;
}

export function packMissesSentence(misses: { readonly version: number; readonly elements: readonly string[] }): string {
  const names = misses.elements.map(elementName).join(', ');
  return names === ''
    ? `Site pack ${misses.version} does not fit the creator site.`
    : `Site pack ${misses.version} does not find ${names} on the creator site.`;
}
