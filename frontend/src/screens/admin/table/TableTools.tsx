import type { SavedViewTable } from '@flyerdeck/contracts/types';
import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { ColumnChooser } from './columns/ColumnChooser.tsx';
import type { DefinedColumn } from './columns/tableColumns.ts';
import type { useTableColumns } from './columns/useTableColumns.ts';
import { SavedViews } from './views/SavedViews.tsx';
import { useOpenedView } from './views/useOpenedView.ts';

interface TableToolsProps<Column extends DefinedColumn> {
  readonly table: SavedViewTable;
  readonly columns: readonly Column[];
  readonly chosen: ReturnType<typeof useTableColumns<Column>>;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The buttons at the end of the toolbar of each admin table: views and columns. Applies the default view. */
export function TableTools<Column extends DefinedColumn>({
  table,
  columns,
  chosen,
  children,
}: TableToolsProps<Column>) {
  useOpenedView(table, chosen.loadLatest);
  return (
    <Flex wrap gap="small" style={{ marginInlineStart: 'auto' }}>
      <SavedViews table={table} />
      <ColumnChooser columns={columns} list={chosen.list} onChange={chosen.change} />
      {children}
    </Flex>
  );
}
