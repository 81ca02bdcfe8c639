export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** What a table's address may say; whatever else it says is as good as nothing. */
export interface TableViewRules<Sort extends string, Filter extends string = never> {
  /** Names the table in the browser's storage. */
  readonly table: string;
  readonly sorts: readonly Sort[];
  readonly defaultSort: Sort;
  readonly defaultOrder: SortOrder;
  /** Of each filter the words it may be set to. */
  readonly filters: Readonly<Record<Filter, readonly string[]>>;
}

/** How a table is sorted, searched, filtered and paged; the address is its only owner, so a link reproduces it. */
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

/**
 * The same address with changes of the view; what is as by default is left out of it. Another selection begins at its
 * first page, unless the change names a page.
 */
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
