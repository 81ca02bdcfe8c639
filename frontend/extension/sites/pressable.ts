import type { SitePack, SitePackControl, SitePackNames } from '@flyerdeck/contracts/sitePack';
import {
  forbiddenInMarkup,
  forbiddenName,
  isNameIn,
  messageBoxWord,
  normalizedName,
  type PressUse,
  PUBLISHING_NAMES,
} from '@flyerdeck/contracts/sitePackWords';
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { allIn, closest, EDITABLE, isVisible, selfAndAncestors, tellChange, textOf } from './dom.ts';
import { findAll } from './findElements.ts';
import { SiteProblem } from './site.ts';
import { click, labelledBy } from './trustedInput.ts';

const BUTTONS = 'button, input, a[href], label, summary, [role="button"], [role="link"], [role="menuitem"]';
const CONTROLS = `${BUTTONS}, select, textarea, ${EDITABLE}`;
const IDENTIFYING = ['id', 'class', 'name', 'data-testid', 'formaction'];

const markupOf = (element: Element): string =>
  IDENTIFYING.map((attribute) => element.getAttribute(attribute) ?? '').join(' ');

/** Further out are the parts of the page. */
const AROUND = 3;
export const isInMessageBox = (element: Element, boxWord = messageBoxWord): boolean =>
  [...selfAndAncestors(element)]
    .slice(0, AROUND + 1)
    .filter((one) => !one.matches('html, body'))
    .some((one) => boxWord(`${markupOf(one)} ${one.getAttribute('aria-label') ?? ''}`) !== null);

export const isControl = (element: Element): boolean => closest(element, CONTROLS) !== null;

/** Many sites build their buttons of such elements. */
export const isPlain = (element: Element): boolean =>
  getRole(element) === null && !isControl(element) && allIn(element, CONTROLS).length === 0;

const nameOf = (element: Element): string =>
  computeAccessibleName(element) || (isPlain(element) ? textOf(element) : '');

export const namedIn = (
  root: Document | Element,
  { button, names }: SitePackControl,
  isAllowed: (element: HTMLElement) => boolean = () => true,
): HTMLElement | null =>
  findAll(button, root, (one) => isVisible(one) && !isDisabled(one) && !isInMessageBox(one) && isAllowed(one)).find(
    (one) => isNameIn(nameOf(one), names),
  ) ?? null;

/** A page may be shown before it works: a button that did nothing is pressed again. */
const AGAIN_MS = 3_000;

const pressedAtMs = new WeakMap<Element, number>();

export function mayPressAgain(control: Element): boolean {
  if (Date.now() - (pressedAtMs.get(control) ?? 0) < AGAIN_MS) return false;
  pressedAtMs.set(control, Date.now());
  return true;
}

function reachedBy(element: HTMLElement): Element[] {
  const around = closest(element, BUTTONS) ?? element;
  const labelled = labelledBy(element);
  return [...new Set([element, around, ...(labelled ? [labelled] : [])])];
}

const LEADS_NOWHERE = /^(?:#|javascript:(?:void\(0\))?;?$)/i;

/** Whatever the site pack says. Null: it may be. */
function whyNeverPressed(element: HTMLElement, allow: SitePack['allow'], use: PressUse = 'other'): string | null {
  for (const one of reachedBy(element)) {
    const names = [
      computeAccessibleName(one),
      textOf(one),
      one.getAttribute('title') ?? '',
      one.getAttribute('value') ?? '',
    ];
    const word =
      names.map((name) => forbiddenName(name, use, allow)).find((found) => found !== null) ??
      (names.some((name) => allow?.includes(name)) ? null : forbiddenInMarkup(markupOf(one), use));
    if (word) return `its name contains '${word}'`;
    // Many sites build buttons of links. One that opens another page is none.
    const isButton = one.getAttribute('role') === 'button';
    if (one instanceof HTMLAnchorElement && !isButton && !LEADS_NOWHERE.test(one.getAttribute('href') ?? '#')) {
      return 'it is a link';
    }
  }
  return null;
}

const submits = (element: Element) =>
  (element instanceof HTMLButtonElement && element.type === 'submit' && element.form !== null) ||
  (element instanceof HTMLInputElement && ['submit', 'image', 'reset', 'password'].includes(element.type));

const isWritten = () =>
  allIn(document, `textarea, ${EDITABLE}`).some(
    (field) => isVisible(field) && ((field as HTMLTextAreaElement).value ?? textOf(field)).trim() !== '',
  );

/** To open, choose or save something. Null: it may be. */
function whyNotPressed(element: HTMLElement, allow: SitePack['allow'], use: PressUse): string | null {
  const never = whyNeverPressed(element, allow, use);
  if (never) return never;
  if (reachedBy(element).some(submits)) return 'it submits a form';
  // What opens a new post may be called "Post".
  return publishes(element) && (use !== 'open' || isWritten()) ? 'it publishes' : null;
}

const publishes = (element: HTMLElement) =>
  reachedBy(element)
    .flatMap((one) => [computeAccessibleName(one), textOf(one)])
    .some((name) => PUBLISHING_NAMES.includes(normalizedName(name)));

export const notPressed = (what: string, why: string): SiteProblem =>
  new SiteProblem('site_changed', `${what} is not pressed, because ${why}. The site may have changed.`);

/** Never the post button. */
export function pressControl(
  element: HTMLElement,
  what: string,
  { allow }: Pick<SitePack, 'allow'>,
  use: PressUse = 'other',
): void {
  const why = whyNotPressed(element, allow, use);
  if (why) throw notPressed(what, why);
  if (element instanceof HTMLOptionElement) choose(element);
  else click(element);
}

function choose(option: HTMLOptionElement): void {
  const select = option.closest('select');
  if (!select) return;
  select.value = option.value;
  tellChange(select);
}

export const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true';

/** Wherever it is. Null: it may be. */
export function whyNotPublished(button: HTMLElement, names: SitePackNames, allow: SitePack['allow']): string | null {
  const isButton =
    button instanceof HTMLButtonElement ||
    (button instanceof HTMLInputElement && ['submit', 'button'].includes(button.type)) ||
    button.getAttribute('role') === 'button' ||
    // One that leads to another page is refused below.
    button instanceof HTMLAnchorElement ||
    isPlain(button);
  if (!isButton) return 'it is not a button';
  if (button.hasAttribute('formaction')) return 'it sends the form to another address';
  const never = whyNeverPressed(button, allow, 'publish');
  if (never) return never;
  return isNameIn(nameOf(button), names) ? null : "its name is not on the site pack's list";
}

export const formOf = (element: Element): Element | null =>
  (element instanceof HTMLButtonElement || element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.form
    : null) ?? closest(element, 'form');

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
      // A note may be a form without fields.
      const why = whyNeverPressed(control, pack.allow) ?? (publishes(control) ? 'it publishes' : null);
      if (why) throw notPressed("A note's button", why);
      click(control);
    }
  }
}
