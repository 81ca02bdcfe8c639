import { Table, type TableRef } from 'antd';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import styles from './AdminTable.module.css';
import type { AdminColumn } from './adminColumn.ts';
import { antdColumnsOf } from './antdColumns.ts';
import { RowFocus } from './RowFocus.ts';
import { rowAfterKey } from './rowSteps.ts';
import { PARTS, VIRTUAL_PARTS } from './tableParts.tsx';
import type { SortOrder } from './tableView.ts';
import { useRoomBelow } from './useRoomBelow.ts';
import { RowFocusContext } from './useRowControl.ts';
import { useTableRoles } from './useTableRoles.ts';

interface AdminTableProps<Row extends object> {
  /** What a screen reader calls the table: 'Users'. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The shown ones; keep the array the same while nothing changed, or every cell renders anew. */
  readonly columns: readonly AdminColumn<Row>[];
  readonly sort: string;
  readonly order: SortOrder;
  onSort(key: string, firstOrder: SortOrder): void;
  /** A click anywhere on a row; the row's own control (`useRowControl`) is for the keyboard. */
  onOpen?(row: Row): void;
  /** What stands below an expanded row. */
  readonly expanded?: { readonly keys: readonly string[]; readonly render: (row: Row) => ReactNode };
  /** Only the rows in sight are in the page: for hundreds of rows and more, none of which expands. */
  readonly isVirtual?: boolean;
  /** Another answer is on the way; the rows stay until it is there. */
  readonly isBusy?: boolean;
  /** In the rows' place while there are none: a skeleton, or the sentence that there is nothing. */
  readonly placeholder: ReactNode;
  /** Below the rows, always in sight: the pager. */
  readonly footer?: ReactNode;
}

const HEADER_PX = 41;
const FOOTER_PX = 53;
const LEAST_PX = 420;

/**
 * The table of every admin screen: it ends with the window and scrolls inside itself both ways, its header and its
 * first column stay in sight, arrows move between rows, and no answer moves what stands around it.
 */
export function AdminTable<Row extends object>({
  label,
  rows,
  keyOf,
  columns,
  sort,
  order,
  onSort,
  onOpen,
  expanded,
  isVirtual = false,
  isBusy = false,
  placeholder,
  footer,
}: AdminTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<TableRef>(null);
  const [focus] = useState(() => new RowFocus());
  const heightPx = useRoomBelow(frame, LEAST_PX);
  const rowsPx = heightPx - HEADER_PX - (footer ? FOOTER_PX : 0) - 2;
  const widthPx = columns.reduce((sum, column) => sum + column.widthPx, 0);

  useTableRoles(table, isVirtual ? { label, rowCount: rows.length } : null);

  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = (event.target as HTMLElement).closest<HTMLElement>('[data-row-control]')?.dataset.rowControl;
    const to = from === undefined ? null : rowAfterKey(event.key, Number(from), rows.length);
    if (to === null) return;
    event.preventDefault();
    if (isVirtual) table.current?.scrollTo({ index: to });
    focus.moveTo(to);
  };

  return (
    <RowFocusContext.Provider value={focus}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows' own controls arrive here. */}
      <div
        ref={frame}
        className={styles.frame}
        style={{ height: heightPx }}
        data-empty={rows.length === 0}
        aria-busy={isBusy}
        onKeyDown={moveByKey}
      >
        <div className={styles.progress} data-busy={isBusy} />
        <Table<Row>
          ref={table}
          className={styles.table ?? ''}
          {...(!isVirtual && { 'aria-label': label })}
          columns={antdColumnsOf(columns, { sort, order, onSort, isVirtual })}
          dataSource={rows}
          rowKey={keyOf}
          pagination={false}
          size="small"
          virtual={isVirtual}
          // antd means to scroll sideways only; the header sticks to the box that scrolls both ways.
          styles={{ content: { overflowY: 'auto' } }}
          components={isVirtual ? VIRTUAL_PARTS : PARTS}
          scroll={isVirtual ? { x: widthPx, y: rowsPx } : { x: widthPx }}
          locale={{ emptyText: placeholder }}
          onHeaderRow={() => (isVirtual ? { role: 'row', 'aria-rowindex': 1 } : {})}
          onRow={(row, index = 0) => ({
            ...(isVirtual && { role: 'row', 'aria-rowindex': index + 2 }),
            ...(onOpen && {
              className: styles.opens,
              onClick: (event: MouseEvent<HTMLElement>) => {
                if (isPlainClick(event)) onOpen(row);
              },
            }),
          })}
          expandable={
            expanded && {
              expandedRowKeys: expanded.keys,
              expandedRowRender: expanded.render,
              showExpandColumn: false,
            }
          }
        />
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </RowFocusContext.Provider>
  );
}

/** Not on a control of the row, and not the end of marking text. */
function isPlainClick({ target }: MouseEvent<HTMLElement>): boolean {
  const isOnControl = (target as HTMLElement).closest('a, button, input, label, select, textarea') !== null;
  return !isOnControl && (window.getSelection()?.toString() ?? '') === '';
}
