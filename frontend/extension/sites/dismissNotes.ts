import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { allIn, EDITABLE, isVisible } from './dom.ts';
import { findAll } from './findElements.ts';
import { isInMessageBox, mayPressAgain, namedIn, pressNote } from './pressable.ts';

/** A note that does not go away is not pressed forever. */
const MAX_PRESSES = 10;
/** A note has nothing to write in. */
const FIELDS = `textarea, ${EDITABLE}, input[type="password"], input[type="text"], input[autocomplete^="cc-"]`;

let presses = 0;

export function dismissNotes(pack: SitePack): void {
  const { dismiss = [] } = pack;
  for (const { shown, button, names } of dismiss) {
    const isNote = (element: HTMLElement) =>
      isVisible(element) &&
      !element.matches('html, body') &&
      allIn(element, FIELDS).length === 0 &&
      !isInMessageBox(element);
    for (const note of findAll(shown, document, isNote)) {
      const control = namedIn(note, { button, names });
      if (!control || presses === MAX_PRESSES || !mayPressAgain(control)) continue;
      presses += 1;
      pressNote(control, "A note's button", pack);
    }
  }
}
