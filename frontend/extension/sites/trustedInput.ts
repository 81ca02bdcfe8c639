import { TRUSTED_CLICK } from '@flyerdeck/contracts/extension.values';
import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { closest, holds, waitFor } from './dom.ts';
import { SiteProblem } from './site.ts';

/* A runner gives the world of content scripts, which the page's scripts cannot reach, a function that lets the browser itself click. */

const RUNNER_MS = 3_000;
const STILL_MS = 2_000;
const LOOK_MS = 50;
/** Later the runner does not click any more. */
const CLICK_WITHIN_MS = 10_000;
const MOUSE_EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];

type TrustedClick = (request: string) => void;
const trustedClick = () => (globalThis as { [TRUSTED_CLICK]?: TrustedClick })[TRUSTED_CLICK] ?? null;

let isRequired = false;

export function giveInputFor({ trusted_input: trustedInput }: Pick<SitePack, 'trusted_input'>): void {
  isRequired = trustedInput === 'required';
}

export const isTrustRequired = (): boolean => isRequired;

/** It takes a moment to find a new tab. */
export const lacksRunner = async (): Promise<boolean> =>
  isRequired && (await waitFor(trustedClick, RUNNER_MS)) === null;

export const labelledBy = (element: Element): Element | null => {
  const label = closest(element, 'label');
  return label instanceof HTMLLabelElement ? label.control : null;
};

const isClickOn = (hit: Element, element: Element): boolean =>
  holds(element, hit) || labelledBy(hit) === element || labelledBy(element) === hit;

export function centerOf(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function elementAt({ x, y }: { readonly x: number; readonly y: number }): Element | null {
  let found = document.elementFromPoint(x, y);
  for (;;) {
    const inner = found?.shadowRoot?.elementFromPoint(x, y);
    if (!inner || inner === found) return found;
    found = inner;
  }
}

/** It is in view, and nothing covers it. */
export function isReachable(element: HTMLElement): boolean {
  const hit = elementAt(centerOf(element));
  return hit !== null && isClickOn(hit, element);
}

export async function untilStill(element: HTMLElement): Promise<void> {
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const untilMs = Date.now() + STILL_MS;
  for (let before = '', now = ' '; before !== now && Date.now() < untilMs; ) {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    now = JSON.stringify(centerOf(element));
  }
}

/** Until when the click that was asked for may come. */
const awaited = new Map<HTMLElement, number>();

/** While a click is awaited: one that would reach something else, because the page has changed meanwhile, reaches nothing. */
function guard(event: Event): void {
  for (const [element, untilMs] of awaited) if (Date.now() > untilMs) awaited.delete(element);
  const [first] = awaited.keys();
  if (!event.isTrusted || !first) return;
  const [hit] = event.composedPath();
  const wanted = hit instanceof Element && [...awaited.keys()].find((element) => isClickOn(hit, element));
  if (!wanted) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  if (event.type === 'click') awaited.delete(wanted || first);
}

/** Throws SiteProblem if it was not clicked. */
export function clickStill(element: HTMLElement, beforeMs: number): void {
  const click = trustedClick();
  if ((isRequired && !click) || !isReachable(element) || Date.now() >= beforeMs) {
    throw new SiteProblem('not_pressed', 'The button could not be clicked: it is covered, or it was too late.');
  }
  if (!isRequired || !click) {
    element.click();
    return;
  }
  const latestMs = Math.min(beforeMs, Date.now() + CLICK_WITHIN_MS);
  for (const type of MOUSE_EVENTS) addEventListener(type, guard, true);
  awaited.set(element, latestMs + 1_000);
  click(JSON.stringify({ ...centerOf(element), beforeMs: latestMs }));
}

/** As a mouse does: some lists open when its button goes down, and some options are chosen when it goes up. */
function clickAsMouse(element: HTMLElement): void {
  const { x, y } = centerOf(element);
  const at = { clientX: x, clientY: y, bubbles: true, composed: true, cancelable: true, pointerType: 'mouse' };
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
    element.dispatchEvent(new (type.startsWith('pointer') ? PointerEvent : MouseEvent)(type, at));
  }
  element.click();
}

/** Clicks an element, or does nothing if a trusted click cannot reach it: whoever calls this waits for the effect. */
export function click(element: HTMLElement, beforeMs = Number.POSITIVE_INFINITY): void {
  if (isRequired) {
    void untilStill(element)
      .then(() => clickStill(element, beforeMs))
      .catch(() => undefined);
  } else clickAsMouse(element);
}
