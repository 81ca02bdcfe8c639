import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { allIn, isVisible } from './dom.ts';
import { findAll } from './findElements.ts';
import { isInMessageBox } from './messageBox.ts';
import { namedIn } from './namedControl.ts';
import { pressNote } from './pressable.ts';

/** A note that does not go away is not pressed forever. */
const MAX_PRESSES = 10;
/** A page may be shown before it works: a button that did nothing is pressed again. */
const AGAIN_MS = 3_000;
/** A note has nothing to write in. */
const FIELDS = 'textarea, [contenteditable], input[type="password"], input[type="text"], input[autocomplete^="cc-"]';

const pressedAtMs = new WeakMap<Element, number>();
let presses = 0;

/** Presses the buttons that the pack names for notes that are in the way: age gates, cookie banners, news. */
export function dismissNotes({ dismiss = [] }: SitePack): void {
  for (const { shown, button, names } of dismiss) {
    const isNote = (element: HTMLElement) =>
      isVisible(element) &&
      !element.matches('html, body') &&
      allIn(element, FIELDS).length === 0 &&
      !isInMessageBox(element);
    for (const note of findAll(shown, document, isNote)) {
      const control = namedIn(note, { button, names });
      const sinceMs = control ? Date.now() - (pressedAtMs.get(control) ?? 0) : 0;
      if (!control || sinceMs < AGAIN_MS || presses === MAX_PRESSES) continue;
      pressedAtMs.set(control, Date.now());
      presses += 1;
      pressNote(control, "A note's button");
    }
  }
}
