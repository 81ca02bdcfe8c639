import { useEffect, useEffectEvent, useRef } from 'react';
import { isShortcut } from '../../lib/shortcut.ts';
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
