import { useSearchParams } from 'react-router-dom';
import { type TableView, type TableViewChanges, type TableViewRules, tableViewOf, withTableView } from './tableView.ts';

interface TableViewState<Sort extends string, Filter extends string> {
  readonly view: TableView<Sort, Filter>;
  /** Goes back to page 1 unless the change names a page; `replace` leaves no step for the Back button. */
  change(changes: TableViewChanges<Sort, Filter>, options?: { readonly replace?: boolean }): void;
  /** A click on a column's header: turns the order round where it is sorted by already. */
  sortBy(sort: Sort, firstOrder: TableView<Sort>['order']): void;
}

/** The view of a table as the address says it. */
export function useTableView<Sort extends string, Filter extends string = never>(
  rules: TableViewRules<Sort, Filter>,
): TableViewState<Sort, Filter> {
  const [params, setParams] = useSearchParams();
  const view = tableViewOf(rules, params);
  const change: TableViewState<Sort, Filter>['change'] = (changes, { replace = false } = {}) =>
    // From the address as it is by then: a search may have been written since this was rendered.
    setParams((current) => withTableView(rules, current, changes), { replace });
  return {
    view,
    change,
    sortBy: (sort, firstOrder) => {
      const turned = view.order === 'asc' ? 'desc' : 'asc';
      change({ sort, order: sort === view.sort ? turned : firstOrder });
    },
  };
}
