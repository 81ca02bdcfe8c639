import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

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

interface ActiveRow {
  /** Key of the row that had the focus last; undefined while that row is not rendered. */
  readonly active: string | undefined;
  setActive(change: (active: string | undefined) => string | undefined): void;
  readonly shouldFocus: RefObject<boolean>;
}

const ActiveRowContext = createContext<ActiveRow>({
  active: undefined,
  setActive() {},
  shouldFocus: { current: false },
});

interface RowKeysProps {
  /** Keys of all rows, also of those that are not rendered. */
  rowKeys(): readonly string[];
  /** Scrolls a virtual table, so that the row is rendered. */
  scrollTo(key: string): void;
  readonly children: ReactNode;
}

/** Moves the focus between the rows of the table inside with the arrow keys, Page Up, Page Down, Home and End. */
export function RowKeys({ rowKeys, scrollTo, children }: RowKeysProps) {
  const [active, setActive] = useState<string>();
  const shouldFocus = useRef(false);
  const context = useMemo(() => ({ active, setActive, shouldFocus }), [active]);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = (event.target as HTMLElement).dataset.rowControl;
    if (from === undefined) return;
    const keys = rowKeys();
    const to = rowAfterKey(event.key, keys.indexOf(from), keys.length);
    const key = to === null ? undefined : keys[to];
    if (key === undefined) return;
    event.preventDefault();
    shouldFocus.current = key !== from;
    setActive(key);
    scrollTo(key);
  };

  return (
    <ActiveRowContext.Provider value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: key presses in the rows bubble up to here. */}
      <div onKeyDown={move}>{children}</div>
    </ActiveRowContext.Provider>
  );
}

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
