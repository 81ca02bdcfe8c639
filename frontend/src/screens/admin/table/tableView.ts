import { useSearchParams } from 'react-router-dom';

const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** What a table's address may say; anything else in it is ignored. */
export interface TableViewRules<Sort extends string, Filter extends string = never> {
  /** Names the table in the browser's storage. */
  readonly table: string;
  readonly sorts: readonly Sort[];
  readonly defaultSort: Sort;
  readonly defaultOrder: SortOrder;
  /** The values of each filter. */
  readonly filters: Readonly<Record<Filter, readonly string[]>>;
}

/** How a table is sorted, searched, filtered and paged. It is kept in the address only, so a link reproduces it. */
export interface TableView<Sort extends string, Filter extends string = never> {
  readonly sort: Sort;
  readonly order: SortOrder;
  /** From 1. */
  readonly page: number;
  readonly search: string;
  /** Null where a filter is not set. */
  readonly filters: Readonly<Record<Filter, string | null>>;
}

export interface TableViewChanges<Sort extends string, Filter extends string = never>
  extends Partial<Omit<TableView<Sort, Filter>, 'filters'>> {
  readonly filters?: Partial<Record<Filter, string | null>>;
}

const wordOf = <Word extends string>(words: readonly Word[], word: string | null): Word | null =>
  words.find((known) => known === word) ?? null;

const MAX_PAGE = 1_000_000;
const pageOf = (word: string | null): number => {
  const page = Number(word);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1;
};

export function tableViewOf<Sort extends string, Filter extends string = never>(
  rules: TableViewRules<Sort, Filter>,
  params: URLSearchParams,
): TableView<Sort, Filter> {
  const filters = Object.entries<readonly string[]>(rules.filters).map(([name, words]) => [
    name,
    wordOf(words, params.get(name)),
  ]);
  return {
    sort: wordOf(rules.sorts, params.get('sort')) ?? rules.defaultSort,
    order: wordOf(SORT_ORDERS, params.get('order')) ?? rules.defaultOrder,
    page: pageOf(params.get('page')),
    search: params.get('search')?.trim() ?? '',
    filters: Object.fromEntries(filters) as Record<Filter, string | null>,
  };
}

/** The address with changes of the view, without defaults. The page goes back to 1 unless the change names one. */
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

/** The view in the address, and a way to change it; with `replace` the Back button skips the old view. */
export function useTableView<Sort extends string, Filter extends string = never>(rules: TableViewRules<Sort, Filter>) {
  const [params, setParams] = useSearchParams();
  const change = (changes: TableViewChanges<Sort, Filter>, { replace = false } = {}) =>
    // The current address: a search may have been written after this was rendered.
    setParams((current) => withTableView(rules, current, changes), { replace });
  return { view: tableViewOf(rules, params), change };
}
