import type { TableColumnType } from 'antd';

/** A column of an admin table. The first column is always shown and stays in view when the table scrolls. */
export interface AdminColumn<Row> extends TableColumnType<Row> {
  /** Also the value of the URL parameter `sort`. */
  readonly key: string;
  readonly title: string;
  readonly width: number;
}

/** The first click on the header sorts ascending; the next click reverses the order. */
export const SORT_ASCENDING = {
  sorter: true,
  sortDirections: ['ascend', 'descend', 'ascend'],
} satisfies TableColumnType;
/** The first click on the header sorts descending; the next click reverses the order. */
export const SORT_DESCENDING = {
  sorter: true,
  sortDirections: ['descend', 'ascend', 'descend'],
} satisfies TableColumnType;
