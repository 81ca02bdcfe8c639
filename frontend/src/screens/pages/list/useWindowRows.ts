import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useDocumentTop } from '../../../lib/useDocumentTop.ts';

interface WindowRowsOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeightPx: number;
  readonly gapPx: number;
  /** Measured heights are cached by this key. */
  keyOf(row: number): string;
}

/** A virtual list that scrolls with the window: only rows near the viewport are in the document. */
export function useWindowRows({ list, count, rowHeightPx, gapPx, keyOf }: WindowRowsOptions) {
  const topPx = useDocumentTop(list);
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeightPx,
    gap: gapPx,
    overscan: 2,
    scrollMargin: topPx,
    getItemKey: keyOf,
  });
  const heightPx = rows.getTotalSize();
  const shown = rows.getVirtualItems().map(({ key, index, start }) => ({ key, index, offsetPx: start - topPx }));
  const endPx = (rows.getVirtualItems().at(-1)?.end ?? topPx) - topPx;
  return {
    heightPx,
    /** The height of the rows that are not in the document. */
    spaceAbovePx: shown[0]?.offsetPx ?? 0,
    spaceBelowPx: heightPx - endPx,
    shown,
    measure: rows.measureElement,
  };
}
