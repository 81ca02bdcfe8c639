import { useRef } from 'react';
import { useWindowRows } from '../../../lib/useWindowRows.ts';
import { PageRow } from '../card/PageRow.tsx';
import type { PagesListProps } from './PagesGrid.tsx';
import styles from './pagesTable.module.css';

const ROW_HEIGHT_PX = 36;
const COLUMNS = ['Selected', 'Page', 'State', 'Paid until', 'Last charge', 'Notes', 'Tags'] as const;

interface PagesTableProps extends Omit<PagesListProps, 'onOpenLimits'> {
  /** Must be a stable reference. */
  onOpenDetails(guid: string): void;
}

export function PagesTable({ pages, selection, onOpenDetails }: PagesTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useWindowRows({
    list: body,
    count: pages.length,
    overscan: 2,
    heightOf: () => ROW_HEIGHT_PX,
    keyOf: (row) => pages[row]?.guid ?? String(row),
  });

  return (
    <table aria-label="Pages" aria-rowcount={pages.length + 1} className={styles.table}>
      <thead className={styles.section}>
        <tr aria-rowindex={1} className={`u-hidden ${styles.head}`}>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={`u-muted u-small u-medium ${styles.column}`}>
              <span>{column}</span>
            </th>
          ))}
        </tr>
      </thead>
      {/* Padding replaces rows that are not rendered. Absolute positions would render a row again when it moves. */}
      <tbody
        ref={body}
        className={styles.section}
        style={{ paddingTop: rows.spaceAbovePx, paddingBottom: rows.spaceBelowPx }}
      >
        {rows.shown.map(({ key, index }) => {
          const page = pages[index];
          return (
            page && (
              <PageRow
                key={key}
                measure={rows.measure}
                page={page}
                position={index}
                isSelected={selection.guids.has(page.guid)}
                onToggle={selection.toggle}
                onOpenDetails={onOpenDetails}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}
