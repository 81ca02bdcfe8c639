import type { Page } from '@flyerdeck/contracts/types';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useWindowRows } from '../../../lib/useWindowRows.ts';
import { PageCard } from '../card/PageCard.tsx';
import type { PageSelection } from '../selection/usePageSelection.ts';

const CARD_HEIGHT_PX = 182;
const GAP_PX = 16;

export interface PagesListProps {
  readonly pages: readonly Page[];
  readonly selection: PageSelection;
  /** Must be a stable reference. */
  onOpenLimits(guids: readonly string[]): void;
}

export function PagesGrid({ pages, selection, onOpenLimits }: PagesListProps) {
  const grid = useRef<HTMLDivElement>(null);
  const columns = useColumnCount(grid);
  const rows = useWindowRows({
    list: grid,
    count: Math.ceil(pages.length / columns),
    gapPx: GAP_PX,
    overscan: 2,
    heightOf: () => CARD_HEIGHT_PX,
    // The key is the row's first page, so that measured heights are reused during a search.
    keyOf: (row) => `${columns}:${pages[row * columns]?.guid ?? row}`,
  });

  return (
    <div ref={grid} className="u-relative" style={{ height: rows.heightPx }}>
      {rows.shown.map(({ key, index, offsetPx }) => (
        <div
          key={key}
          ref={rows.measure}
          data-index={index}
          className="u-placed u-grid u-gap16"
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${offsetPx}px)`,
          }}
        >
          {pages.slice(index * columns, (index + 1) * columns).map((page) => (
            <PageCard
              key={page.guid}
              page={page}
              isSelected={selection.guids.has(page.guid)}
              onToggle={selection.toggle}
              onOpenLimits={onOpenLimits}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

const TWO_COLUMNS_FROM_PX = 640;
const THREE_COLUMNS_FROM_PX = 1000;

const columnsFor = (widthPx: number): number =>
  widthPx >= THREE_COLUMNS_FROM_PX ? 3 : widthPx >= TWO_COLUMNS_FROM_PX ? 2 : 1;

function useColumnCount(element: RefObject<HTMLElement | null>): number {
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
