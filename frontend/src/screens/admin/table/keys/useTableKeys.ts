import { message } from 'antd';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useUiState } from '../../../../data/uiState/useUiState.ts';
import { isShortcut } from '../../../../lib/shortcut.ts';
import { type ActiveRow, rowAfterKey } from '../RowKeys.tsx';

interface TableKeysOptions {
  /** Keys of all rows, also of those that are not rendered. A row's key is the id that is copied. */
  rowKeys(): readonly string[];
  readonly firstRowKey: string | undefined;
  /** Scrolls a virtual table, so that the row is rendered. */
  scrollTo(key: string): void;
  /** Contains the search box. Without it there is no search. */
  readonly toolbar?: RefObject<HTMLElement | null>;
  /** Whether the arrow keys enter the table while nothing has the focus. Otherwise they scroll the window. */
  readonly arrowsEnter: boolean;
  readonly pages?: { readonly current: number; readonly last: number; show(page: number): void } | undefined;
}

/** Which keys work besides those that work in every table. */
export interface WorkingKeys {
  readonly search: boolean;
  readonly pages: boolean;
}

export interface TableKeys {
  /** For ActiveRowContext around the table. */
  readonly activeRow: ActiveRow;
  readonly works: WorkingKeys;
  /** Null until the list of keys was opened. */
  readonly isListingKeys: boolean | null;
  listKeys(isOpen: boolean): void;
  /** Where messages appear. */
  readonly messages: ReactNode;
}

const PAGE_STEPS: Readonly<Record<string, number>> = { '[': -1, ']': 1 };
const isDialogOpen = () => document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null;

/**
 * Keyboard shortcuts of an admin table: the arrow keys, Page Up, Page Down, Home and End move the focus between rows, Enter opens
 * the row (each row has a control, `useRowControl`), `c` copies its id, `/` focuses the search, `[` and `]` turn pages, and `?`
 * lists the keys. Not active in text fields and while a dialog is open.
 */
export function useTableKeys({
  rowKeys,
  firstRowKey,
  scrollTo,
  toolbar,
  arrowsEnter,
  pages,
}: TableKeysOptions): TableKeys {
  const [active, setActive] = useState<string>();
  const [isListingKeys, setIsListingKeys] = useUiState<boolean | null>('tableKeys', null);
  const [messages, holder] = message.useMessage();
  const shouldFocus = useRef(false);
  /** The focus was in a row when another page was requested. It goes to the first row of that page. */
  const isTurning = useRef(false);
  const activeRow = useMemo(() => ({ active, setActive, shouldFocus }), [active]);

  const focusRow = (key: string, from?: string) => {
    shouldFocus.current = key !== from;
    setActive(() => key);
    scrollTo(key);
  };

  const copy = async (id: string) => {
    try {
      await navigator.clipboard.writeText(id);
      messages.success(`Copied ${id}`);
    } catch {
      messages.error('Failed to copy.');
    }
  };

  /** Returns whether the key was used. */
  const run = (key: string, target: Element): boolean => {
    const isNowhere = target === document.body;
    const focusedRow =
      target.closest('[data-row-key]')?.getAttribute('data-row-key') ?? (isNowhere ? active : undefined);
    const turn = PAGE_STEPS[key];
    if (turn !== undefined) {
      const page = (pages?.current ?? 0) + turn;
      if (!pages || page < 1 || page > pages.last) return false;
      isTurning.current = focusedRow !== undefined && !isNowhere;
      pages.show(page);
      return true;
    }
    if (key === '?') setIsListingKeys(true);
    else if (key === '/' && toolbar) toolbar.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
    else if (key === 'c' && focusedRow !== undefined && rowKeys().includes(focusedRow)) void copy(focusedRow);
    else return moveFrom(key, target, isNowhere);
    return true;
  };

  const moveFrom = (key: string, target: Element, isNowhere: boolean): boolean => {
    const from = target instanceof HTMLElement ? target.dataset.rowControl : undefined;
    const keys = rowKeys();
    // Without a focus, only the arrow keys enter the table. The others scroll the window.
    if (from === undefined && !(arrowsEnter && isNowhere && /^Arrow(Up|Down)$/.test(key))) return false;
    const start = from ?? active;
    const to = start === undefined ? 0 : rowAfterKey(key, keys.indexOf(start), keys.length);
    const row = to === null ? undefined : keys[to];
    if (row === undefined) return false;
    focusRow(row, from);
    return true;
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || !isShortcut(event) || isDialogOpen()) return;
    isTurning.current = false;
    // Otherwise `/` would be typed into the search box, and an arrow key would scroll.
    if (run(event.key, event.target)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  const onRows = useEffectEvent((key: string) => {
    const isFocusLost = document.activeElement === document.body;
    if (isTurning.current && isFocusLost) focusRow(key);
    isTurning.current = false;
  });
  useEffect(() => {
    if (firstRowKey !== undefined) onRows(firstRowKey);
  }, [firstRowKey]);

  const works = { search: toolbar !== undefined, pages: pages !== undefined };
  return { activeRow, works, isListingKeys, listKeys: setIsListingKeys, messages: holder };
}
