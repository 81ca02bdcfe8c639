import type { TableColumnType } from 'antd';
import styles from './AdminTable.module.css';
import type { AdminColumn } from './adminColumn.ts';
import type { SortOrder } from './tableView.ts';

interface Sorting {
  readonly sort: string;
  readonly order: SortOrder;
  onSort(key: string, firstOrder: SortOrder): void;
  readonly isVirtual: boolean;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** Our columns in antd's words. */
export function antdColumnsOf<Row>(
  columns: readonly AdminColumn<Row>[],
  { sort, order, onSort, isVirtual }: Sorting,
): TableColumnType<Row>[] {
  return columns.map(({ key, title, widthPx, firstOrder, isNumber = false, render }, place) => {
    const isSorted = sort === key && firstOrder !== undefined;
    return {
      key,
      title,
      width: widthPx,
      align: isNumber ? 'end' : 'start',
      className: isNumber ? styles.number : undefined,
      fixed: place === 0 ? 'start' : undefined,
      render: (_value: unknown, row: Row, index: number) => render(row, index),
      onHeaderCell: () => ({
        scope: 'col',
        sorting: firstOrder && {
          title,
          order: isSorted ? order : null,
          isNumber,
          onSort: () => onSort(key, firstOrder),
        },
        'aria-sort': isSorted ? ARIA_SORT[order] : undefined,
        ...(isVirtual && { role: 'columnheader' }),
      }),
      ...(isVirtual && { onCell: () => ({ role: 'cell' }) }),
    } as TableColumnType<Row>;
  });
}
