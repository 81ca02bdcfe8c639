import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

interface WindowRowsOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly gapPx?: number;
  readonly overscan: number;
  heightOf(row: number): number;
  /** Measured heights are cached by this key. With a new function all rows are positioned again. */
  keyOf(row: number): string | number;
}

export function useWindowRows({ list, count, gapPx = 0, overscan, heightOf, keyOf }: WindowRowsOptions) {
  const topPx = useDocumentTop(list);
  const rows = useWindowVirtualizer({
    count,
    estimateSize: heightOf,
    gap: gapPx,
    overscan,
    scrollMargin: topPx,
    getItemKey: keyOf,
  });
  const heightPx = rows.getTotalSize();
  const shown = rows.getVirtualItems().map(({ key, index, start }) => ({ key, index, offsetPx: start - topPx }));
  const endPx = (rows.getVirtualItems().at(-1)?.end ?? topPx) - topPx;
  return {
    heightPx,
    spaceAbovePx: shown[0]?.offsetPx ?? 0,
    spaceBelowPx: heightPx - endPx,
    shown,
    firstInView: rows.range?.startIndex ?? 0,
    measure: rows.measureElement,
    placed: ({ index, offsetPx }: (typeof shown)[number]) => ({
      ref: rows.measureElement,
      'data-index': index,
      className: 'u-placed',
      style: { transform: `translateY(${offsetPx}px)` },
    }),
  };
}

/** The distance of an element from the top of the document in px, also after what is above the element has changed. */
function useDocumentTop(element: RefObject<HTMLElement | null>): number {
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setTopPx(Math.round(box.top + window.scrollY));
    };
    measure();
    // The document changes its height when anything in it does.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return topPx;
}
