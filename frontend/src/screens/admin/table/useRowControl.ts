import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { RowFocus } from './RowFocus.ts';

/** The table's; AdminTable provides it. */
export const RowFocusContext = createContext(new RowFocus());

/**
 * Spread over the one control of a row that opens it, a button or a link in the first column: the arrow keys move
 * between these, Enter presses them, and a screen reader reads each by its own name and role.
 */
export function useRowControl<Control extends HTMLElement>(row: number) {
  const focus = useContext(RowFocusContext);
  const control = useRef<Control>(null);
  const isTabStop = useSyncExternalStore(focus.subscribe, () => focus.tabStop === row);
  const isWanted = useSyncExternalStore(focus.subscribe, () => focus.isWanted(row));

  useEffect(() => focus.mount(row), [focus, row]);
  useEffect(() => {
    if (!isWanted) return;
    control.current?.focus();
    focus.taken();
  }, [focus, isWanted]);

  return {
    ref: control,
    tabIndex: isTabStop ? 0 : -1,
    'data-row-control': row,
    onFocus: () => focus.activate(row),
  };
}
