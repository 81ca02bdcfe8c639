import type { TableRowSelection } from 'antd/es/table/interface';
import { useUiState } from '../../../../data/uiState/useUiState.ts';

export interface RowSelection<Row> {
  /** For antd's Table. Shift-click selects a range. */
  readonly rowSelection: TableRowSelection<Row>;
  /** The keys of the selected rows, also of other pages. */
  readonly chosen: readonly string[];
  clear(): void;
}

/** Selects rows of a table. Another `filter` clears the selection, so that it never has rows that are not shown. */
export function useRowSelection<Row>(filter: object): RowSelection<Row> {
  const scope = JSON.stringify(filter);
  const [stored, setStored] = useUiState<{ scope: string; chosen: readonly string[] }>('admin.selection', {
    scope,
    chosen: [],
  });
  const chosen = stored.scope === scope ? stored.chosen : [];
  return {
    rowSelection: {
      selectedRowKeys: [...chosen],
      preserveSelectedRowKeys: true,
      columnWidth: 44,
      onChange: (next) => setStored({ scope, chosen: next.map(String) }),
    },
    chosen,
    clear: () => setStored({ scope, chosen: [] }),
  };
}
