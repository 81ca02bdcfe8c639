import type { SitePackNames, SitePackWays, StepOf } from '@flyerdeck/contracts/sitePack';
import { isNameIn } from '@flyerdeck/contracts/sitePackWords';
import { computeAccessibleName } from 'dom-accessibility-api';
import { allInPart, CONTROL_TIMEOUT_MS, type Composer, oneInPart, type Part } from './Composer.ts';
import { displayOf, textOf, waitFor } from './dom.ts';
import { findAll } from './findElements.ts';
import { dismissNotes, isInMessageBox, pressControl } from './pressable.ts';
import { siteChanged } from './site.ts';

const AGAIN_MS = 2_000;
const OPEN_TRIES = 3;

export const controlIn = (composer: Composer, ways: SitePackWays): HTMLElement | null => {
  const root = composer.root();
  return root && (findAll(ways, root, (one) => !isInMessageBox(one))[0] ?? null);
};

/** The part is in the form or, when nothing of the kind was shown before, outside. */
export async function openPart(
  composer: Composer,
  opener: SitePackWays,
  opened: SitePackWays,
  what: string,
): Promise<Part> {
  const control = () => controlIn(composer, opener);
  await composer.need(control, `${what} (its button)`);
  const part = composer.shownSince(opened);
  // A page may be shown before it works, and a note may come when it does: a button that opens nothing is pressed again.
  for (let tries = 0; tries < OPEN_TRIES && (tries === 0 || !(await waitFor(part, AGAIN_MS))); tries++) {
    dismissNotes(composer.pack);
    const shown = control();
    if (shown) pressControl(shown, `${what} (its button)`, composer.pack);
  }
  if (!(await waitFor(part, CONTROL_TIMEOUT_MS))) throw siteChanged(what);
  return part;
}

export const optionIn = (list: Part, { option, names }: StepOf<'choose'>): HTMLElement | null =>
  allInPart(list, option).find((element) =>
    [textOf(element), computeAccessibleName(element)].some((name) => isNameIn(name, names)),
  ) ?? null;

export const isChosen = (composer: Composer, { shown, names }: StepOf<'choose'>): boolean => {
  const text = displayOf(composer.one(shown)).normalize('NFKC');
  return withoutNames(text, names) !== text;
};

const LETTER = '[\\p{L}\\p{N}]';

/** '21 day' does not hold '1 day'. */
export const withoutNames = (text: string, names: SitePackNames): string =>
  Object.values(names)
    .flat()
    .map((name) => name.normalize('NFKC').match(new RegExp(`${LETTER}+`, 'gu')) ?? [])
    .filter((words) => words.length > 0)
    .map((words) => new RegExp(`(?<!${LETTER})${words.join('[^\\p{L}\\p{N}]+')}(?!${LETTER})`, 'giu'))
    .reduce((rest, name) => rest.replaceAll(name, ' '), text.normalize('NFKC'));

export async function choose(composer: Composer, step: StepOf<'choose'>, what: string): Promise<void> {
  const { save, opener, list } = step;
  const opened = await openPart(composer, opener, list, what);
  pressControl(await composer.need(() => optionIn(opened, step), `${what} (its option)`), what, composer.pack);
  if (save) {
    const button = await composer.need(() => oneInPart(opened, save), `${what} (its Save button)`);
    pressControl(button, what, composer.pack);
  }
  if (!(await waitFor(() => isChosen(composer, step), CONTROL_TIMEOUT_MS)))
    throw siteChanged(`${what} (what it shows)`);
}
