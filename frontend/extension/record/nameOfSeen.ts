import { computeAccessibleName } from 'dom-accessibility-api';
import { textOf } from '../sites/dom.ts';

const MIN_SIZE = 2;
/** For what is left out of a name. */
const HIDDEN = { getPropertyValue: () => 'none' } as unknown as CSSStyleDeclaration;

/** Whether a part of an element is shown beside it. A text that only screen readers get is not shown at all. */
function isBeside(part: Element, element: Element): boolean {
  if (part === element || !element.contains(part)) return false;
  const [own, of] = [part.getBoundingClientRect(), element.getBoundingClientRect()];
  const isShown = own.width >= MIN_SIZE && own.height >= MIN_SIZE && own.right > 0 && own.bottom > 0;
  const isApart = own.top >= of.bottom || own.bottom <= of.top || own.left >= of.right || own.right <= of.left;
  return isShown && isApart;
}

/** The name of an element that the pointer is on, without the note that is shown beside it while the pointer is there. */
export const nameOfSeen = (element: Element): string =>
  computeAccessibleName(element, {
    getComputedStyle: (part, pseudo) => (isBeside(part, element) ? HIDDEN : getComputedStyle(part, pseudo)),
  }).trim() || textOf(element);
