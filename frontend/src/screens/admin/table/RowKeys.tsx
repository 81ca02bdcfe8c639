import { createContext, type RefObject, useContext, useEffect, useRef } from 'react';

const PAGE_ROWS = 10;

/** The index of the row that gets the focus after a key press in `row`; null for other keys. */
export function rowAfterKey(key: string, row: number, rowCount: number): number | null {
  const last = rowCount - 1;
  const targets = new Map([
    ['ArrowDown', row + 1],
    ['ArrowUp', row - 1],
    ['PageDown', row + PAGE_ROWS],
    ['PageUp', row - PAGE_ROWS],
    ['Home', 0],
    ['End', last],
  ]);
  const target = targets.get(key);
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}

export interface ActiveRow {
  /** Key of the row that had the focus last; undefined while that row is not rendered. */
  readonly active: string | undefined;
  setActive(change: (active: string | undefined) => string | undefined): void;
  readonly shouldFocus: RefObject<boolean>;
}

/** Its value comes from `useTableKeys`. */
export const ActiveRowContext = createContext<ActiveRow>({
  active: undefined,
  setActive() {},
  shouldFocus: { current: false },
});

/** Props for the button or link that opens a row. Only the active row is in the tab order. */
export function useRowControl<Control extends HTMLElement>(key: string) {
  const { active, setActive, shouldFocus } = useContext(ActiveRowContext);
  const ref = useRef<Control>(null);
  const isActive = active === key;

  useEffect(() => {
    if (!isActive) return;
    if (shouldFocus.current) ref.current?.focus();
    shouldFocus.current = false;
    // A row that is no longer rendered cannot have the focus.
    return () => setActive((now) => (now === key ? undefined : now));
  }, [isActive, key, setActive, shouldFocus]);

  return {
    ref,
    tabIndex: active === undefined || isActive ? 0 : -1,
    'data-row-control': key,
    onFocus: () => setActive(() => key),
  };
}
