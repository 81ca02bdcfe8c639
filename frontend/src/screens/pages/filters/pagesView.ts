import { wordOf } from '../../../lib/wordOf.ts';

/** Sort order, filters and layout of the pages. Stored in the URL only. */
export interface PagesView {
  readonly sort: PagesSort;
  readonly active: YesNo | null;
  readonly paid: YesNo | null;
  readonly tag: string | null;
  readonly layout: PagesLayout;
}

export const PAGES_SORTS = ['linked', 'name', 'polled', 'paid', 'active'] as const;
export type PagesSort = (typeof PAGES_SORTS)[number];

const PAGES_LAYOUTS = ['grid', 'table'] as const;
export type PagesLayout = (typeof PAGES_LAYOUTS)[number];

export const YES_NO = ['yes', 'no'] as const;
export type YesNo = (typeof YES_NO)[number];

export const DEFAULT_PAGES_VIEW: PagesView = { sort: 'linked', active: null, paid: null, tag: null, layout: 'grid' };
export const NO_FILTERS = { active: null, paid: null, tag: null } as const;

export const pagesViewOf = (params: URLSearchParams): PagesView => ({
  sort: wordOf(PAGES_SORTS, params.get('sort')) ?? DEFAULT_PAGES_VIEW.sort,
  active: wordOf(YES_NO, params.get('active')),
  paid: wordOf(YES_NO, params.get('paid')),
  tag: params.get('tag')?.trim() || null,
  layout: wordOf(PAGES_LAYOUTS, params.get('layout')) ?? DEFAULT_PAGES_VIEW.layout,
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

export const hasFilters = ({ active, paid, tag }: PagesView): boolean =>
  active !== null || paid !== null || tag !== null;
