import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { NOTHING_SELECTED, toggled } from './selection.ts';

export type PageSelection = ReturnType<typeof usePageSelection>;

/** The selection among the shown pages. `shown` has their guids from top to bottom. */
export function usePageSelection(shown: readonly string[]) {
  const [selection, setSelection] = useUiState('pages.selection', NOTHING_SELECTED);
  const order = useRef(shown);
  useLayoutEffect(() => {
    order.current = shown;
  }, [shown]);

  // A stable reference, so that it does not render the cards again.
  const toggle = useCallback(
    (guid: string, isRange: boolean) =>
      setSelection((before) => toggled(before, { guid, isRange, order: order.current })),
    [setSelection],
  );
  // Selected pages that are not shown are left out: they must not be tagged or unlinked.
  const guids: ReadonlySet<string> = useMemo(() => {
    const selected = new Set(selection.guids);
    return new Set(selected.size === 0 ? [] : shown.filter((guid) => selected.has(guid)));
  }, [shown, selection]);
  return {
    guids,
    toggle,
    selectAll: () => setSelection({ guids: shown, anchor: null }),
    clear: () => setSelection(NOTHING_SELECTED),
  };
}
