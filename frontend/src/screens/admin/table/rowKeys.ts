import { createContext, type KeyboardEvent, type RefObject, useContext, useRef } from 'react';

const PAGE_ROWS = 10;

/** The index of the row that gets the focus after a key press in `row`; null for other keys. */
function rowAfterKey(key: string, row: number, rowCount: number): number | null {
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

/** The row whose control gets the focus as soon as it is rendered. */
export const WantedRow = createContext<RefObject<string | null>>({ current: null });

/** Props for the button or link that opens a row. */
export function useRowControl(key: string) {
  const wanted = useContext(WantedRow);
  return {
    'data-row-control': key,
    ref(control: HTMLElement | null) {
      if (control === null || wanted.current !== key) return;
      wanted.current = null;
      control.focus();
    },
  };
}

/** `onKeyDown` of the rows: keys that move the focus between their controls. `scrollTo` renders a row of a virtual table. */
export function useRowKeys(keys: readonly string[], scrollTo: (key: string) => void = () => {}) {
  const wanted = useRef<string | null>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const from = target.dataset.rowControl;
    const to = from === undefined ? null : rowAfterKey(event.key, keys.indexOf(from), keys.length);
    const key = to === null ? undefined : keys[to];
    if (key === undefined) return;
    event.preventDefault();
    const control = [...(target.closest('.ant-table')?.querySelectorAll<HTMLElement>('[data-row-control]') ?? [])].find(
      ({ dataset }) => dataset.rowControl === key,
    );
    wanted.current = control ? null : key;
    control?.focus();
    scrollTo(key);
  };
  return { wanted, onKeyDown };
}
