/** A page may be shown before it works: a button that did nothing is pressed again. */
const AGAIN_MS = 3_000;

const pressedAtMs = new WeakMap<Element, number>();

/** Whether a button that is looked for again and again may be pressed now. The caller then presses it. */
export function mayPressAgain(control: Element): boolean {
  if (Date.now() - (pressedAtMs.get(control) ?? 0) < AGAIN_MS) return false;
  pressedAtMs.set(control, Date.now());
  return true;
}
