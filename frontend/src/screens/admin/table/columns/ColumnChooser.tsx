import ControlOutlined from '@ant-design/icons/ControlOutlined';
import { lazy, Suspense } from 'react';
import { ToolbarPopover } from '../ToolbarPopover.tsx';
import type { DefinedColumn, ListedColumn } from './tableColumns.ts';

const ColumnList = lazy(() => import('./ColumnList.tsx'));

export interface ColumnChooserProps<Column extends DefinedColumn> {
  /** All columns; the first one is always shown and stays the first. */
  readonly columns: readonly Column[];
  readonly list: readonly ListedColumn<Column>[];
  onChange(list: readonly ListedColumn<Column>[]): void;
}

/** A menu that shows, hides, orders and resizes the columns of a table. */
export function ColumnChooser<Column extends DefinedColumn>(props: ColumnChooserProps<Column>) {
  return (
    <ToolbarPopover name="columns" label="Columns" icon={<ControlOutlined aria-hidden />}>
      {() => (
        <Suspense>
          <ColumnList {...(props as unknown as ColumnChooserProps<DefinedColumn>)} />
        </Suspense>
      )}
    </ToolbarPopover>
  );
}
