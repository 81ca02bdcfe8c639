import type { TableRowSelection } from 'antd/es/table/interface';
import { useUiState } from '../../../../data/uiState/useUiState.ts';

export interface RowSelection<Row> {
  /** For antd's Table. Shift-click selects a range. */
  readonly rowSelection: TableRowSelection<Row>;
  /** The selected rows, also of other pages; 'all' for all that match, of which the browser may not know each. */
  readonly chosen: readonly string[] | 'all';
  chooseAll(): void;
  clear(): void;
}

/**
 * Selects rows of a table. Another `filter` clears the selection, so that it never has rows that are not shown. `matching`: how many
 * rows match the filter on all pages; undefined where they cannot be selected together.
 */
export function useRowSelection<Row>(
  keys: readonly string[],
  filter: object,
  matching: number | undefined,
): RowSelection<Row> {
  const scope = JSON.stringify(filter);
  const [stored, setStored] = useUiState<{ scope: string; chosen: readonly string[] | 'all' }>('admin.selection', {
    scope,
    chosen: [],
  });
  const chosen = stored.scope === scope ? stored.chosen : [];
  const choose = (next: readonly string[] | 'all') => setStored({ scope, chosen: next });
  return {
    rowSelection: {
      selectedRowKeys: [...(chosen === 'all' ? keys : chosen)],
      preserveSelectedRowKeys: true,
      columnWidth: 44,
      onChange: (next, _rows, { type }) =>
        choose(type === 'all' && next.length === matching ? 'all' : next.map((key) => String(key))),
    },
    chosen,
    chooseAll: () => choose('all'),
    clear: () => choose([]),
  };
}
