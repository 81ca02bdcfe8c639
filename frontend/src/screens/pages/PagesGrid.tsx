import type { Page } from '@flyerdeck/contracts/types';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { PageCard } from './PageCard.tsx';
import styles from './PagesGrid.module.css';
import { useColumnCount } from './useColumnCount.ts';

const CARD_HEIGHT_PX = 182;
const GAP_PX = 16;

/** Cards in 1, 2 or 3 columns; only the rows near the window are in the document, however many pages there are. */
export function PagesGrid({ pages }: { readonly pages: readonly Page[] }) {
  const grid = useRef<HTMLDivElement>(null);
  const columns = useColumnCount(grid);
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => setTopPx(grid.current?.offsetTop ?? 0), []);

  const rows = useWindowVirtualizer({
    count: Math.ceil(pages.length / columns),
    estimateSize: () => CARD_HEIGHT_PX,
    gap: GAP_PX,
    overscan: 2,
    scrollMargin: topPx,
    // A row is its first page: with it a search reuses the heights it already measured.
    getItemKey: (row) => `${columns}:${pages[row * columns]?.guid ?? row}`,
  });

  return (
    <div ref={grid} className={styles.grid} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          ref={rows.measureElement}
          data-index={index}
          className={styles.row}
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${start - rows.options.scrollMargin}px)`,
          }}
        >
          {pages.slice(index * columns, (index + 1) * columns).map((page) => (
            <PageCard key={page.guid} page={page} />
          ))}
        </div>
      ))}
    </div>
  );
}
