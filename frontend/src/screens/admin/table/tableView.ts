import { useUrlParams } from '../../../app/hooks.ts';
import { wordOf } from '../../../lib/compare.ts';

const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

type FilterRule = readonly string[] | ((word: string) => boolean);

export interface TableViewRules<Sort extends string, Filter extends string = never> {
  readonly table: string;
  readonly sorts: readonly Sort[];
  readonly defaultSort: Sort;
  readonly defaultOrder: SortOrder;
  readonly filters: Readonly<Record<Filter, FilterRule>>;
}

export interface TableView<Sort extends string, Filter extends string = never> {
  readonly sort: Sort;
  readonly order: SortOrder;
  /** Starts at 1. */
  readonly page: number;
  readonly search: string;
  readonly filters: Readonly<Record<Filter, string | null>>;
}

export interface TableViewChanges<Sort extends string, Filter extends string = never>
  extends Partial<Omit<TableView<Sort, Filter>, 'filters'>> {
  readonly filters?: Partial<Record<Filter, string | null>>;
}

function filterOf(rule: FilterRule, word: string | null): string | null {
  if (typeof rule !== 'function') return wordOf(rule, word);
  return word !== null && rule(word) ? word : null;
}

const MAX_PAGE = 1_000_000;
/** The page in a URL parameter; 1 when it is missing or not valid. */
export const pageOf = (word: string | null): number => {
  const page = Number(word);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1;
};

export function tableViewOf<Sort extends string, Filter extends string = never>(
  rules: TableViewRules<Sort, Filter>,
  params: URLSearchParams,
): TableView<Sort, Filter> {
  const filters = Object.entries<FilterRule>(rules.filters).map(([name, rule]) => [
    name,
    filterOf(rule, params.get(name)?.trim() || null),
  ]);
  return {
    sort: wordOf(rules.sorts, params.get('sort')) ?? rules.defaultSort,
    order: wordOf(SORT_ORDERS, params.get('order')) ?? rules.defaultOrder,
    page: pageOf(params.get('page')),
    search: params.get('search')?.trim() ?? '',
    filters: Object.fromEntries(filters) as Record<Filter, string | null>,
  };
}

/** The URL parameters after changes of the view; defaults are left out. The page is reset to 1 unless it is changed. */
export function withTableView<Sort extends string, Filter extends string = never>(
  rules: TableViewRules<Sort, Filter>,
  params: URLSearchParams,
  changes: TableViewChanges<Sort, Filter>,
): URLSearchParams {
  const view = tableViewOf(rules, params);
  const { filters, ...next } = { ...view, page: 1, ...changes, filters: { ...view.filters, ...changes.filters } };
  const defaults = { sort: rules.defaultSort, order: rules.defaultOrder, page: 1, search: '' };
  const result = new URLSearchParams(params);
  for (const [name, value] of Object.entries<string | number | null>({ ...next, ...filters })) {
    const isDefault = value === null || value === defaults[name as keyof typeof defaults];
    if (isDefault) result.delete(name);
    else result.set(name, String(value));
  }
  return result;
}

export interface TableState<Sort extends string, Filter extends string = never> {
  readonly table: string;
  readonly view: TableView<Sort, Filter>;
  /** With `replace` the old view is removed from the history. */
  change(changes: TableViewChanges<Sort, Filter>, options?: { readonly replace?: boolean }): void;
}

export function useTableView<Sort extends string, Filter extends string = never>(
  rules: TableViewRules<Sort, Filter>,
): TableState<Sort, Filter> {
  const [params, changeParams] = useUrlParams();
  return {
    table: rules.table,
    view: tableViewOf(rules, params),
    change: (changes, { replace = false } = {}) =>
      changeParams((current) => withTableView(rules, current, changes), { replace }),
  };
}
