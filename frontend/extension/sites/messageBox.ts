import { messageBoxWord } from '@flyerdeck/contracts/sitePackWords';
import { selfAndAncestors } from './dom.ts';
import { markupOf } from './pressable.ts';

/** How many elements around an element tell that it is a message box. Further out are the parts of the page. */
const AROUND = 3;
export const isInMessageBox = (element: Element, boxWord = messageBoxWord): boolean =>
  [...selfAndAncestors(element)]
    .slice(0, AROUND + 1)
    .filter((one) => !one.matches('html, body'))
    .some((one) => boxWord(`${markupOf(one)} ${one.getAttribute('aria-label') ?? ''}`) !== null);
