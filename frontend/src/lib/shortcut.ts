const INPUTS_WITHOUT_TEXT = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file'];

/** Whether the focused element accepts text, so that a key is not a shortcut. A checkbox does not. */
function acceptsText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !INPUTS_WITHOUT_TEXT.includes(target.type);
  return target.isContentEditable || target.matches('textarea, select');
}

/** Whether the focus is in a dialog. A closed dialog may stay in the document, so its presence is not checked. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** On some keyboards characters such as `[` need AltGr, which Windows reports as Ctrl and Alt. */
const hasModifier = (event: KeyboardEvent): boolean =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'));

export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !hasModifier(event) && !acceptsText(event.target) && !isInDialog(event.target);
