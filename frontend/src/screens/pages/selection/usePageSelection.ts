import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { NOTHING_SELECTED, toggled } from './selection.ts';

export type PageSelection = ReturnType<typeof usePageSelection>;

/** Which of the shown pages (guids, as the person sees them from top to bottom) are selected. */
export function usePageSelection(shown: readonly string[]) {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const order = useRef(shown);
  useLayoutEffect(() => {
    order.current = shown;
  }, [shown]);

  // The same function on every render, so that no card renders because of it.
  const toggle = useCallback(
    (guid: string, reach: boolean) => setSelection((before) => toggled(before, { guid, reach, order: order.current })),
    [],
  );
  // The selected pages among those shown: what nobody sees is never tagged or unlinked.
  const guids: ReadonlySet<string> = useMemo(
    () => new Set(selection.guids.size === 0 ? [] : shown.filter((guid) => selection.guids.has(guid))),
    [shown, selection],
  );
  return {
    guids,
    toggle,
    selectAll: () => setSelection({ guids: new Set(shown), anchor: null }),
    clear: () => setSelection(NOTHING_SELECTED),
  };
}
