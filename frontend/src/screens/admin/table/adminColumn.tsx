import type { TableColumnType } from 'antd';
import { formatDateTime } from '../../../lib/formatDate.ts';

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

/** A sortable column of times. */
export const timeColumn = <Row,>(
  column: Pick<AdminColumn<Row>, 'key' | 'title' | 'width'>,
  timeOf: (row: Row) => string | null,
  format = formatDateTime,
): AdminColumn<Row> => ({
  ...column,
  ...SORT_DESCENDING,
  render: (_, row) => {
    const at = timeOf(row);
    if (at === null) return <span className="u-muted">Never</span>;
    return <time dateTime={at}>{format(at)}</time>;
  },
});
