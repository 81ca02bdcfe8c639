import type { ThHTMLAttributes } from 'react';
import { SortHeader } from './SortHeader.tsx';
import type { SortOrder } from './tableView.ts';

export interface HeaderSorting {
  readonly title: string;
  /** Null while the table is sorted by another column. */
  readonly order: SortOrder | null;
  readonly isNumber: boolean;
  onSort(): void;
}

interface HeaderCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  readonly sorting?: HeaderSorting | undefined;
}

/**
 * A cell of the header. The button that sorts is made here and not in antd's `title`, which antd repeats in a hidden
 * row to measure widths: a hidden row with buttons in it would catch the Tab key.
 */
export function HeaderCell({ sorting, children, ...cell }: HeaderCellProps) {
  return <th {...cell}>{sorting ? <SortHeader {...sorting} /> : children}</th>;
}
