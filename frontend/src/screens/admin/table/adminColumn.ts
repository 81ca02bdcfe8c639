import type { TableColumnType } from 'antd';

/** A column of an admin table; the first one is always shown and stays in view. */
export interface AdminColumn<Row> extends TableColumnType<Row> {
  /** Of a column that sorts: its name in the address. */
  readonly key: string;
  readonly title: string;
  readonly width: number;
}

/** Sorts by the address, with the order that a first click gives; another click reverses it. */
export const SORT_ASCENDING = {
  sorter: true,
  sortDirections: ['ascend', 'descend', 'ascend'],
} satisfies TableColumnType;
export const SORT_DESCENDING = {
  sorter: true,
  sortDirections: ['descend', 'ascend', 'descend'],
} satisfies TableColumnType;
