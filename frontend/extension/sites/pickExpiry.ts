import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { isNameIn, normalizedName } from '@flyerdeck/contracts/sitePackWords';
import { computeAccessibleName } from 'dom-accessibility-api';
import { siteChanged } from '../shared/SiteProblem.ts';
import { allInPart, CONTROL_TIMEOUT_MS, type Composer, oneInPart, type Part } from './Composer.ts';
import { displayOf, need, textOf, waitFor } from './dom.ts';
import { pressControl } from './pressable.ts';

type Expiry = SitePack['composer']['expiry'];

export const openExpiry = (composer: Composer, { opener, dialog }: Expiry): Promise<Part> =>
  composer.open(opener, dialog, 'The list of expiry periods');

export const oneDayOption = (dialog: Part, { option, oneDay }: Expiry): HTMLElement | null =>
  allInPart(dialog, option).find((element) =>
    [textOf(element), computeAccessibleName(element)].some((name) => isNameIn(name, oneDay)),
  ) ?? null;

export function isExpiryShown(composer: Composer, { shown, oneDay }: Expiry): boolean {
  const text = normalizedName(displayOf(composer.one(shown)));
  return Object.values(oneDay).some((names) => names.some((name) => holdsWords(text, normalizedName(name))));
}

/** '21 day' does not hold '1 day'. */
const holdsWords = (text: string, words: string) =>
  ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${words.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `);

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
