import { Flex, Table, type TablePaginationConfig, type TableRef } from 'antd';
import {
  type CSSProperties,
  type HTMLAttributes,
  type MouseEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useMediaQuery } from '../../../app/hooks.ts';
import { EmptyState, Skeleton } from '../../../ui/notices.tsx';
import { isShortcut } from '../../dashboard/useDashboardKeys.ts';
import { hasErrorToShow, QueryAlert } from '../layout/QueryAlert.tsx';
import styles from './AdminTable.module.css';
import type { AdminColumn } from './adminColumn.tsx';
import { ColumnChooser } from './columns/ColumnChooser.tsx';
import { useTableColumns } from './columns/useTableColumns.ts';
import { type RowDetails, useRowDetails } from './details/useRowDetails.tsx';
import { useRowKeys, WantedRow } from './rowKeys.ts';
import type { RowSelection } from './selection/useRowSelection.ts';
import type { TableState } from './tableView.ts';
import { useAvailableHeight } from './useAvailableHeight.ts';

interface AdminTableProps<Row, Sort extends string> {
  /** The accessible name: 'Users'. */
  readonly label: string;
  readonly state: TableState<Sort>;
  readonly query: {
    readonly isFetching: boolean;
    readonly isLoading: boolean;
    readonly error?: unknown;
    refetch(): unknown;
  };
  /** The spec's sentence for a failure. By default the server's sentence is shown. */
  readonly failedText?: string;
  /** Shown in place of the rows when there are none. */
  readonly empty: ReactNode;
  /** All columns. */
  readonly columns: readonly AdminColumn<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string;
  /** A click on a row opens its details, or calls this. For the keyboard, each row has a control (`useRowControl`). */
  readonly onOpen?: (row: Row) => void;
  readonly details?: RowDetails<Row>;
  readonly selection?: RowSelection<Row> | undefined;
  /** For pages of the server. Without it all rows are in one virtual list. */
  readonly pagination?: TablePaginationConfig & { readonly pageSize: number };
  /** Search, filters and export. */
  readonly children: ReactNode;
}

const HEADER_PX = 40;
const PAGINATION_PX = 60;
const MIN_BODY_PX = 340;
/** At least as many as are in view. */
const FIRST_ROWS = 16;
const ANTD_ORDERS = { asc: 'ascend', desc: 'descend' } as const;

/** The table of all admin screens. It fills the window's height and scrolls inside. Loading keeps its height. */
export function AdminTable<Row extends object, Sort extends string>({
  label,
  state: { table, view, change },
  query,
  failedText,
  empty,
  columns,
  rows,
  keyOf,
  onOpen,
  details,
  selection,
  pagination,
  children,
}: AdminTableProps<Row, Sort>) {
  const toolbar = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<TableRef>(null);
  const isNarrow = useMediaQuery('(max-width: 719px)');
  const isVirtual = !pagination;
  const bodyPx = useAvailableHeight(frame, HEADER_PX + PAGINATION_PX + 24, MIN_BODY_PX);
  const parts = useMemo(
    () => (isVirtual ? { body: { wrapper: virtualBodyOf(label) } } : undefined),
    [isVirtual, label],
  );
  // The rows in view are painted before the others are rendered.
  const rendered = useDeferredValue(rows.length || FIRST_ROWS);
  const { shown, show } = useTableColumns(table, columns);
  const { wanted, onKeyDown } = useRowKeys(rows.map(keyOf), (key) => isVirtual && list.current?.scrollTo({ key }));
  const { expandable, toggle } = useRowDetails(details, keyOf);
  const open = onOpen ?? (details && toggle);

  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return;
      event.preventDefault();
      toolbar.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
    };
    window.addEventListener('keydown', focusSearch);
    return () => window.removeEventListener('keydown', focusSearch);
  }, []);

  return (
    <>
      <Flex ref={toolbar} wrap align="center" gap="small">
        {children}
        <div style={{ marginInlineStart: 'auto' }}>
          <ColumnChooser columns={columns} shown={shown} onChange={show} />
        </div>
      </Flex>
      <QueryAlert query={query} message={failedText} />
      <div ref={frame} className={`u-card ${styles.frame}`} aria-busy={query.isFetching}>
        <WantedRow value={wanted}>
          <Table<Row>
            ref={list}
            aria-label={label}
            size="small"
            columns={shown.map((column, index) => ({
              ...column,
              ...(index === 0 && { fixed: 'start' as const }),
              ...(column.sorter && { sortOrder: column.key === view.sort ? ANTD_ORDERS[view.order] : null }),
              ...(isVirtual && { onCell: () => ({ role: 'cell' }) }),
            }))}
            dataSource={pagination ? rows.slice(0, rendered) : rows}
            rowKey={keyOf}
            {...(selection && {
              rowSelection: {
                ...selection.rowSelection,
                getTitleCheckboxProps: () => ({ 'aria-label': 'Select all' }),
                getCheckboxProps: (row) => ({ 'aria-label': `Select ${keyOf(row)}` }),
                ...(isVirtual && { onCell: () => ({ role: 'cell' }) }),
              },
            })}
            showSorterTooltip={false}
            loading={{ spinning: query.isFetching && !query.isLoading, delay: 300 }}
            virtual={isVirtual}
            components={parts}
            className={styles.table}
            style={{ '--body-height': `${bodyPx}px` } as CSSProperties}
            rowClassName={styles.row}
            scroll={{ x: shown.reduce((sum, { width }) => sum + width, 0), y: bodyPx }}
            locale={{
              // The surrounding box scrolls horizontally, so it must be reachable by keyboard.
              emptyText: (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
                <div tabIndex={0}>
                  {query.isLoading && <Skeleton label={`Loading ${label.toLowerCase()}`} rows={8} rowHeightPx={32} />}
                  {!query.isLoading && !hasErrorToShow(query) && <EmptyState>{empty}</EmptyState>}
                </div>
              ),
            }}
            onRow={(row, index = 0) => ({
              onKeyDown,
              ...(isVirtual && { role: 'row', 'aria-rowindex': index + 1 }),
              ...(open && {
                style: { cursor: 'pointer' },
                onClick: (event: MouseEvent<HTMLElement>) => isPlainClick(event) && open(row),
              }),
            })}
            expandable={expandable}
            pagination={
              pagination
                ? {
                    current: view.page,
                    showSizeChanger: false,
                    showQuickJumper: true,
                    simple: isNarrow,
                    style: { marginInline: 16 },
                    ...pagination,
                    // A page behind the last one stays the current one.
                    total: Math.max(pagination.total ?? 0, view.page * pagination.pageSize),
                  }
                : false
            }
            onChange={(page, _filters, sorter, { action }) => {
              // A change of the page size is handled by onShowSizeChange.
              if (action === 'paginate' && page.pageSize === pagination?.pageSize) change({ page: page.current ?? 1 });
              if (action !== 'sort' || Array.isArray(sorter)) return;
              change({ sort: sorter.columnKey as Sort, order: sorter.order === 'ascend' ? 'asc' : 'desc' });
            }}
          />
        </WantedRow>
      </div>
    </>
  );
}

/** antd renders the rows of a virtual table as `div`; the ARIA roles make them a table for screen readers. */
const virtualBodyOf = (label: string) => (props: HTMLAttributes<HTMLDivElement>) => (
  // biome-ignore lint/a11y/useSemanticElements: the rows inside are `div` elements.
  <div {...props} role="table" aria-label={label} />
);

/** False for a click on a control of the row, and for a click that ends a text selection. */
function isPlainClick({ target }: MouseEvent<HTMLElement>): boolean {
  const isOnControl = (target as HTMLElement).closest('a, button, input, label') !== null;
  return !isOnControl && (window.getSelection()?.toString() ?? '') === '';
}
