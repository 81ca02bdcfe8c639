import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button, Flex, Table, type TablePaginationConfig, type TableProps } from 'antd';
import { type CSSProperties, type MouseEvent, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useMediaQuery, useUrlParams, withParam } from '../../../app/hooks.ts';
import { isShortcut } from '../../../lib/shortcut.ts';
import { EmptyState, Skeleton } from '../../../ui/notices.tsx';
import { hasErrorToShow, QueryAlert } from '../layout/AdminPage.tsx';
import styles from './AdminTable.module.css';
import { type AdminColumn, ColumnChooser, useTableColumns } from './columns.tsx';
import type { RowSelection } from './selection.tsx';
import type { TableState } from './tableView.ts';

export interface RowDetails<Row> {
  nameOf(row: Row): string;
  render(row: Row): ReactNode;
}

interface AdminTableProps<Row, Sort extends string> {
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
  readonly empty: ReactNode;
  readonly columns: readonly AdminColumn<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string;
  /** A click on a row opens its details, or calls this. For the keyboard, each row has a link or a button. */
  readonly onOpen?: (row: Row) => void;
  readonly details?: RowDetails<Row>;
  readonly selection?: RowSelection<Row> | undefined;
  /** For pages of the server. Without it `rows` are all rows, and the browser pages them. */
  readonly pagination?: TablePaginationConfig & { readonly pageSize: number };
  readonly children: ReactNode;
}

const PAGE_SIZE = 50;
/** Down to the lower edge of the window, below the usual header, toolbar and pagination. */
const BODY_HEIGHT = 'max(340px, calc(100dvh - 372px))';
const ANTD_ORDERS = { asc: 'ascend', desc: 'descend' } as const;
const OPEN = 'open';
const MAX_OPEN = 20;

/** The opened rows are in the URL, so that a link and a reload open them again. */
export function useRowDetails<Row>(details: RowDetails<Row> | undefined, keyOf: (row: Row) => string) {
  const [params, changeParams] = useUrlParams();
  const idsIn = (from: URLSearchParams) => from.get(OPEN)?.split(',') ?? [];
  const toggle = (row: Row) =>
    changeParams(
      (current) => {
        const id = keyOf(row);
        const ids = idsIn(current);
        const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-MAX_OPEN);
        return withParam(OPEN, next.join(',') || null)(current);
      },
      { replace: true },
    );
  const expandable: TableProps<Row>['expandable'] = details && {
    expandedRowKeys: idsIn(params),
    expandedRowRender: (row) => <Suspense>{details.render(row)}</Suspense>,
    fixed: 'start',
    columnWidth: 44,
    columnTitle: <span className="u-hidden">Details</span>,
    expandIcon: ({ record, expanded }) => (
      <Button
        type="text"
        size="small"
        icon={<RightOutlined rotate={expanded ? 90 : 0} />}
        aria-expanded={expanded}
        aria-label={`details of ${details.nameOf(record)}`}
        onClick={() => toggle(record)}
      />
    ),
  };
  return { expandable, toggle };
}

function isPlainClick({ target }: MouseEvent<HTMLElement>): boolean {
  const isOnControl = (target as HTMLElement).closest('a, button, input, label') !== null;
  return !isOnControl && (window.getSelection()?.toString() ?? '') === '';
}

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
  pagination: serverPages,
  children,
}: AdminTableProps<Row, Sort>) {
  const toolbar = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 719px)');
  const { shown, show } = useTableColumns(table, columns);
  const { expandable, toggle } = useRowDetails(details, keyOf);
  const open = onOpen ?? (details && toggle);
  const pagination = serverPages ?? { pageSize: PAGE_SIZE, total: rows.length };
  const { pageSize } = pagination;

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
      <Flex ref={toolbar} className={styles.toolbar} wrap align="center" gap="small">
        {children}
        <div style={{ marginInlineStart: 'auto' }}>
          <ColumnChooser columns={columns} shown={shown} onChange={show} />
        </div>
      </Flex>
      <QueryAlert query={query} message={failedText} />
      <div className="u-card" style={{ overflow: 'hidden' }} aria-busy={query.isFetching}>
        <Table<Row>
          aria-label={label}
          size="small"
          columns={shown.map((column, index) => ({
            ...column,
            ...(index === 0 && { fixed: 'start' as const }),
            ...(column.sorter && { sortOrder: column.key === view.sort ? ANTD_ORDERS[view.order] : null }),
          }))}
          dataSource={rows}
          rowKey={keyOf}
          {...(selection && {
            rowSelection: {
              ...selection.rowSelection,
              // By default only the rows of the shown page are selected.
              selections: !serverPages && [Table.SELECTION_ALL],
              getTitleCheckboxProps: () => ({ 'aria-label': 'Select all' }),
              getCheckboxProps: (row) => ({ 'aria-label': `Select ${keyOf(row)}` }),
            },
          })}
          showSorterTooltip={false}
          loading={{ spinning: query.isFetching && !query.isLoading, delay: 300 }}
          className={styles.table}
          style={{ '--body-height': BODY_HEIGHT } as CSSProperties}
          rowClassName={styles.row}
          scroll={{ x: shown.reduce((sum, { width }) => sum + width, 0), y: BODY_HEIGHT }}
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
          onRow={(row) => ({
            ...(open && {
              style: { cursor: 'pointer' },
              onClick: (event: MouseEvent<HTMLElement>) => isPlainClick(event) && open(row),
            }),
          })}
          expandable={expandable}
          pagination={{
            current: view.page,
            showSizeChanger: false,
            showQuickJumper: true,
            simple: isNarrow,
            style: { marginInline: 16 },
            ...pagination,
            // A page behind the last one stays the current one.
            total: Math.max(pagination.total ?? 0, view.page * pageSize),
          }}
          onChange={(page, _filters, sorter, { action }) => {
            // A change of the page size is handled by onShowSizeChange.
            if (action === 'paginate' && page.pageSize === pageSize) change({ page: page.current ?? 1 });
            if (action !== 'sort' || Array.isArray(sorter)) return;
            change({ sort: sorter.columnKey as Sort, order: sorter.order === 'ascend' ? 'asc' : 'desc' });
          }}
        />
      </div>
    </>
  );
}
