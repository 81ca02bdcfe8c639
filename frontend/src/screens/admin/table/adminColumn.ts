import type { ReactNode } from 'react';
import type { SortOrder } from './tableView.ts';

/** A column of an admin table. The first one of a table always shows and stays in sight while the rest scrolls. */
export interface AdminColumn<Row> {
  /** Also the word of the address, for a column that sorts. */
  readonly key: string;
  readonly title: string;
  readonly widthPx: number;
  /** The order that a first click on the title gives; without one the column does not sort. */
  readonly firstOrder?: SortOrder;
  /** Numbers stand under each other at the end of the cell. */
  readonly isNumber?: boolean;
  /** `index` counts the rows of this table from 0, for `useRowControl`. */
  render(row: Row, index: number): ReactNode;
}

/** The columns a person has chosen, in the table's own order; the first one can not be left out. */
export const shownColumnsOf = <Row>(
  columns: readonly AdminColumn<Row>[],
  shown: readonly string[] | null,
): readonly AdminColumn<Row>[] =>
  shown === null ? columns : columns.filter(({ key }, place) => place === 0 || shown.includes(key));
