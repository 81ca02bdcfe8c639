import { wordOf } from '../../../lib/compare.ts';

/** Sort order, filters and layout of the pages. Stored in the URL only. */
export interface PagesView {
  readonly sort: PagesSort;
  readonly active: Activity | null;
  readonly paid: YesNo | null;
  readonly tag: string | null;
  /** Null until the user chooses one: then it depends on the number of pages. */
  readonly layout: PagesLayout | null;
}

export const PAGES_SORTS = ['linked', 'name', 'polled', 'paid', 'active'] as const;
export type PagesSort = (typeof PAGES_SORTS)[number];

export const PAGES_LAYOUTS = ['grid', 'table'] as const;
export type PagesLayout = (typeof PAGES_LAYOUTS)[number];

export const YES_NO = ['yes', 'no'] as const;
type YesNo = (typeof YES_NO)[number];

/** 'problem': active, but a person must do something, or it is paused. */
export const ACTIVITIES = ['yes', 'no', 'problem'] as const;
type Activity = (typeof ACTIVITIES)[number];

/** From this number of pages on, the table is the default. */
const TABLE_FROM_PAGES = 30;
export const layoutFor = ({ layout }: PagesView, pageCount: number): PagesLayout =>
  layout ?? (pageCount >= TABLE_FROM_PAGES ? 'table' : 'grid');

export const NO_FILTERS = { active: null, paid: null, tag: null } as const;
export const DEFAULT_PAGES_VIEW: PagesView = { sort: 'linked', ...NO_FILTERS, layout: null };

export const pagesViewOf = (params: URLSearchParams): PagesView => ({
  sort: wordOf(PAGES_SORTS, params.get('sort')) ?? DEFAULT_PAGES_VIEW.sort,
  active: wordOf(ACTIVITIES, params.get('active')),
  paid: wordOf(YES_NO, params.get('paid')),
  tag: params.get('tag')?.trim() || null,
  layout: wordOf(PAGES_LAYOUTS, params.get('layout')),
});

/** The URL parameters after changes of the view. Defaults are left out. */
export function withPagesView(params: URLSearchParams, changes: Partial<PagesView>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ ...pagesViewOf(params), ...changes })) {
    if (value === DEFAULT_PAGES_VIEW[name as keyof PagesView]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

export const countFilters = ({ active, paid, tag }: PagesView): number =>
  [active, paid, tag].filter((one) => one !== null).length;
