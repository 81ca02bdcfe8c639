import type { SavedViewTable } from '@flyerdeck/contracts/types';
import { Card, Flex, Table, type TableProps, type TableRef } from 'antd';
import { type HTMLAttributes, type MouseEvent, type ReactNode, useMemo, useRef } from 'react';
import { useMediaQuery } from '../../../app/useMediaQuery.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { hasErrorToShow, QueryAlert } from '../layout/QueryAlert.tsx';
import styles from './AdminTable.module.css';
import type { AdminColumn } from './adminColumn.ts';
import { RESIZABLE_HEADER } from './columns/HeaderCell.tsx';
import { useTableColumns } from './columns/useTableColumns.ts';
import { ExportButton } from './ExportButton.tsx';
import { TableKeysButton } from './keys/TableKeysButton.tsx';
import { TableKeysHelp } from './keys/TableKeysHelp.tsx';
import { useTableKeys } from './keys/useTableKeys.ts';
import { ActiveRowContext } from './RowKeys.tsx';
import { TableTools } from './TableTools.tsx';
import type { TableView, TableViewChanges } from './tableView.ts';
import { useAvailableHeight } from './useAvailableHeight.ts';

interface AdminTableProps<Row, Sort extends string> {
  /** The accessible name: 'Users'. */
  readonly label: string;
  /** The table's name in saved views and in the browser's storage. */
  readonly name: SavedViewTable;
  readonly view: TableView<Sort>;
  onChange(changes: TableViewChanges<Sort>): void;
  readonly query: {
    readonly isFetching: boolean;
    readonly isLoading: boolean;
    readonly error?: unknown;
    refetch(): unknown;
  };
  /** The spec's sentence for a failure. By default the server's sentence is shown. */
  readonly failedText?: string;
  readonly emptyText: string;
  /** Shown below the text of an empty table. */
  readonly emptyMore?: ReactNode;
  /** All columns. Must be a stable reference. */
  readonly columns: readonly AdminColumn<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string;
  /** Search and filters, shown before the column chooser and the export button. */
  readonly tools: ReactNode;
  /** Further filters, below all other tools. */
  readonly filters?: ReactNode;
  /** Without it there is no export. */
  readonly askForExport?: () => Promise<{ readonly download_url: string }>;
  readonly canExport?: boolean;
  /** Called on a click anywhere on a row. For the keyboard, each row has a control (`useRowControl`). */
  onOpen?(row: Row): void;
  readonly expandable?: TableProps<Row>['expandable'];
  /** For server-side pagination. Without it all rows are in one virtual list. */
  readonly pagination?: {
    readonly pageSize: number;
    readonly totalPages: number;
    /** The numbers of rows to choose from. */
    readonly pageSizes?: readonly number[];
    onPageSize?(pageSize: number): void;
  };
  /** Shown below a virtual list. */
  readonly footer?: ReactNode;
}

const HEADER_PX = 40;
const PAGINATION_PX = 60;
const FOOTER_PX = 36;
const MIN_BODY_PX = 340;

/** The table of all admin screens. It fills the window's height and scrolls inside. Loading keeps its height. */
export function AdminTable<Row extends object, Sort extends string>({
  label,
  name,
  view,
  onChange,
  query,
  failedText,
  emptyText,
  emptyMore,
  columns,
  rows,
  keyOf,
  tools,
  filters,
  askForExport,
  canExport,
  onOpen,
  expandable,
  pagination,
  footer,
}: AdminTableProps<Row, Sort>) {
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<TableRef>(null);
  const isNarrow = useMediaQuery('(max-width: 719px)');
  const toolbar = useRef<HTMLDivElement>(null);
  const chosen = useTableColumns(name, columns);
  const isVirtual = !pagination;
  const bodyPx = useAvailableHeight(frame, HEADER_PX + (pagination ? PAGINATION_PX : FOOTER_PX) + 24, MIN_BODY_PX);
  const parts = useMemo(
    () => ({ header: RESIZABLE_HEADER, ...(isVirtual && { body: { wrapper: virtualBodyOf(label) } }) }),
    [isVirtual, label],
  );
  const [firstRow] = rows;
  const keys = useTableKeys({
    rowKeys: () => rows.map(keyOf),
    firstRowKey: firstRow && keyOf(firstRow),
    scrollTo: (key) => isVirtual && table.current?.scrollTo({ key }),
    toolbar,
    arrowsEnter: true,
    pages: pagination && {
      current: view.page,
      last: pagination.totalPages,
      show: (page) => onChange({ page }),
    },
  });

  const antdColumns = chosen.shown.map((column, index) => ({
    ...column,
    ...(index === 0 && { fixed: 'start' as const }),
    ...(column.sorter && { sortOrder: column.key === view.sort ? ANTD_ORDERS[view.order] : null }),
    ...(isVirtual && { onCell: () => ({ role: 'cell' }) }),
  }));

  return (
    <>
      <Flex ref={toolbar} wrap align="center" gap="small">
        {tools}
        <TableTools table={name} columns={columns} chosen={chosen}>
          {askForExport && <ExportButton disabled={!canExport} requestDownload={askForExport} />}
          <TableKeysButton onClick={() => keys.listKeys(true)} />
        </TableTools>
        {filters}
      </Flex>
      <QueryAlert query={query} message={failedText} />
      <Card
        ref={frame}
        styles={{ body: { padding: 0, overflow: 'hidden', borderRadius: 'inherit' } }}
        aria-busy={query.isFetching}
      >
        <ActiveRowContext value={keys.activeRow}>
          <Table<Row>
            ref={table}
            aria-label={label}
            size="small"
            columns={antdColumns}
            dataSource={rows}
            rowKey={keyOf}
            showSorterTooltip={false}
            loading={{ spinning: query.isFetching && !query.isLoading, delay: 300 }}
            virtual={isVirtual}
            components={parts}
            rowClassName={styles.row}
            scroll={{ x: chosen.shown.reduce((sum, { width }) => sum + width, 0), y: bodyPx }}
            styles={{ section: { minHeight: bodyPx + HEADER_PX }, root: { fontVariantNumeric: 'tabular-nums' } }}
            locale={{
              // The surrounding box scrolls horizontally, so it must be reachable by keyboard.
              emptyText: (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
                <div tabIndex={0}>
                  {query.isLoading && <Skeleton label={`Loading ${label.toLowerCase()}`} rows={8} rowHeightPx={32} />}
                  {!query.isLoading && !hasErrorToShow(query) && <EmptyState>{emptyText}</EmptyState>}
                  {!query.isLoading && emptyMore}
                </div>
              ),
            }}
            onRow={(row, index = 0) => ({
              ...(isVirtual && { role: 'row', 'aria-rowindex': index + 1 }),
              ...(onOpen && {
                style: { cursor: 'pointer' },
                onClick: (event: MouseEvent<HTMLElement>) => isPlainClick(event) && onOpen(row),
              }),
            })}
            expandable={expandable}
            pagination={
              pagination
                ? {
                    current: view.page,
                    pageSize: pagination.pageSize,
                    total: Math.max(pagination.totalPages, view.page) * pagination.pageSize,
                    showSizeChanger: pagination.pageSizes !== undefined,
                    pageSizeOptions: [...(pagination.pageSizes ?? [])],
                    onShowSizeChange: (_, size) => pagination.onPageSize?.(size),
                    showQuickJumper: true,
                    simple: isNarrow,
                    style: { marginInline: 16 },
                  }
                : false
            }
            onChange={(page, _filters, sorter, { action }) => {
              // A change of the page size is handled by onShowSizeChange.
              if (action === 'paginate' && page.pageSize === pagination?.pageSize)
                onChange({ page: page.current ?? 1 });
              if (action !== 'sort' || Array.isArray(sorter)) return;
              onChange({ sort: sorter.columnKey as Sort, order: sorter.order === 'ascend' ? 'asc' : 'desc' });
            }}
            footer={footer ? () => footer : undefined}
          />
        </ActiveRowContext>
      </Card>
      <TableKeysHelp keys={keys} />
    </>
  );
}

const ANTD_ORDERS = { asc: 'ascend', desc: 'descend' } as const;

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
