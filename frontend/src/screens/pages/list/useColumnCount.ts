import { type RefObject, useLayoutEffect, useState } from 'react';

const TWO_COLUMNS_FROM_PX = 640;
const THREE_COLUMNS_FROM_PX = 1000;

const columnsFor = (widthPx: number): number =>
  widthPx >= THREE_COLUMNS_FROM_PX ? 3 : widthPx >= TWO_COLUMNS_FROM_PX ? 2 : 1;

/** The number of card columns that fit into the element. Updated when the element is resized. */
export function useColumnCount(element: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => setColumns(columnsFor(node.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return columns;
}
