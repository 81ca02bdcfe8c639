import { useEffect, useEffectEvent, useRef } from 'react';
import type { View } from './views.ts';

interface DashboardKeys {
  /** True while a dialog is open, also before it gets the focus. */
  readonly isPaused: boolean;
  onSearch(): void;
  onShow(view: View): void;
  onNewPost(): void;
  onHelp(): void;
}

const TAB_KEY_WITHIN_MS = 1_500;

export const TAB_KEYS: Readonly<Record<string, View>> = {
  p: 'pages',
  a: 'assistants',
  q: 'queue',
  r: 'presets',
  c: 'credits',
};

/** Shortcuts: `/` search, `g` and a letter to switch tabs, `n` new post, `?` help, not active in text fields and dialogs. */
export function useDashboardKeys({ isPaused, onSearch, onShow, onNewPost, onHelp }: DashboardKeys): void {
  const tabKeyUntil = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isPaused || !isShortcut(event)) return;

    const view = event.timeStamp < tabKeyUntil.current ? TAB_KEYS[event.key] : undefined;
    tabKeyUntil.current = event.key === 'g' ? event.timeStamp + TAB_KEY_WITHIN_MS : 0;
    if (view) onShow(view);
    else if (event.key === 'n') onNewPost();
    else if (event.key === '?') onHelp();
    else if (event.key === '/') {
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
