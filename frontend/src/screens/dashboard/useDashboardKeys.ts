import { useEffect, useEffectEvent, useRef } from 'react';
import type { View } from './views.ts';

interface DashboardKeys {
  /** A dialog is opening and has not got the focus yet. */
  readonly isPaused: boolean;
  onSearch(): void;
  onShow(view: View): void;
  onHelp(): void;
}

/** After `g` the next key names a tab, for so long. */
const TAB_KEY_WITHIN_MS = 1_500;

export const TAB_KEYS: Readonly<Record<string, View>> = {
  p: 'pages',
  a: 'assistants',
  q: 'queue',
  r: 'presets',
  c: 'credits',
};

const KEYLESS_INPUTS = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file'];

/** Whether a key pressed here is a letter to be written; a checkbox takes none. */
function isWritten({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !KEYLESS_INPUTS.includes(target.type);
  // A select jumps to the option that begins with the letter.
  return target.isContentEditable || target.matches('textarea, select');
}

/** An open dialog keeps the focus to itself; a closed one may well be left in the document, unseen. */
const isInDialog = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** `/` searches, `g` and a letter switches tabs, `?` lists the keys: never while something is written or asked. */
export function useDashboardKeys({ isPaused, onSearch, onShow, onHelp }: DashboardKeys): void {
  const tabKeyUntil = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isPaused || isWritten(event) || isInDialog(event)) return;

    const view = event.timeStamp < tabKeyUntil.current ? TAB_KEYS[event.key] : undefined;
    tabKeyUntil.current = event.key === 'g' ? event.timeStamp + TAB_KEY_WITHIN_MS : 0;
    if (view) onShow(view);
    else if (event.key === '?') onHelp();
    else if (event.key === '/') {
      // Else the key would be written into the box it leads to.
      event.preventDefault();
      onSearch();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
