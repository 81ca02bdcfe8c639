import type { SitePack, SitePackNames } from '@flyerdeck/contracts/sitePack';
import { isNameIn } from '@flyerdeck/contracts/sitePackWords';
import { computeAccessibleName } from 'dom-accessibility-api';
import { allInPart, CONTROL_TIMEOUT_MS, type Composer, oneInPart, type Part } from './Composer.ts';
import { displayOf, need, textOf, waitFor } from './dom.ts';
import { pressControl } from './pressable.ts';
import { siteChanged } from './SiteProblem.ts';

export type Expiry = NonNullable<SitePack['composer']['expiry']>;

export const openExpiry = (composer: Composer, { opener, dialog }: Expiry): Promise<Part> =>
  composer.open(opener, dialog, 'The list of expiry periods');

export const oneDayOption = (dialog: Part, { option, oneDay }: Expiry): HTMLElement | null =>
  allInPart(dialog, option).find((element) =>
    [textOf(element), computeAccessibleName(element)].some((name) => isNameIn(name, oneDay)),
  ) ?? null;

export const isExpiryShown = (composer: Composer, { shown, oneDay }: Expiry): boolean => {
  const text = displayOf(composer.one(shown)).normalize('NFKC');
  return withoutNames(text, oneDay) !== text;
};

const LETTER = '[\\p{L}\\p{N}]';

/** The text without these names. '21 day' does not hold '1 day'. */
export const withoutNames = (text: string, names: SitePackNames): string =>
  Object.values(names)
    .flat()
    .map((name) => name.normalize('NFKC').match(new RegExp(`${LETTER}+`, 'gu')) ?? [])
    .filter((words) => words.length > 0)
    .map((words) => new RegExp(`(?<!${LETTER})${words.join('[^\\p{L}\\p{N}]+')}(?!${LETTER})`, 'giu'))
    .reduce((rest, name) => rest.replaceAll(name, ' '), text.normalize('NFKC'));

/** Lets the post expire after a day. */
export async function pickExpiry(composer: Composer, expiry: Expiry): Promise<void> {
  const dialog = await openExpiry(composer, expiry);
  const option = await need(() => oneDayOption(dialog, expiry), 'The expiry of 1 day', CONTROL_TIMEOUT_MS);
  pressControl(option, 'The expiry of 1 day');
  const { save } = expiry;
  if (save) {
    const button = await need(() => oneInPart(dialog, save), "The expiry's Save button", CONTROL_TIMEOUT_MS);
    pressControl(button, "The expiry's Save button");
  }
  if (!(await waitFor(() => isExpiryShown(composer, expiry), CONTROL_TIMEOUT_MS))) {
    throw siteChanged('The expiry of the post');
  }
}
